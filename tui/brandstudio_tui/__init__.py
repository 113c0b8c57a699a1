"""The terminal studio: a front-end over ``brandstudio.Studio``, with screens and widgets of its
own.
"""
