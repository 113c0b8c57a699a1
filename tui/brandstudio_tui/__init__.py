"""The terminal studio: a designer's whole day without leaving the keyboard.

It imports ``brandstudio``, its models and errors, and nothing beneath: an embedded folder and a
server behind an address are the same typed face to it. Work is done in threads that post messages;
the event loop only paints (``screens/base.py``).
"""

import os

# Textual reads it when it is imported. A key's answer often takes two frames, the second when a
# thread has painted: at sixty frames a second these alone are 33 ms.
os.environ.setdefault("TEXTUAL_FPS", "120")
