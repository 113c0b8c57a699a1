"""The HTTP API for any ASGI server; each opens the folder of data in the processes that serve.

uvicorn asgi_app:app --workers 2
gunicorn asgi_app:app --worker-class asgi --workers 2 --preload
hypercorn asgi_app:app --workers 2
granian --interface asgi asgi_app:app --workers 2
"""

import os

import brandstudio

app = brandstudio.asgi(os.environ.get("BRANDSTUDIO_DATA", "brandstudio-data"))
