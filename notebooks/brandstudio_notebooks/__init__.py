"""The Jupyter front-end: widgets over ``brandstudio.Studio``; the notebooks lie beside this package.

Each widget stands alone, in JupyterLab as in marimo (``mo.ui.anywidget``), and links to others by its
traits (``traitlets.link((picker, "value"), (gallery, "folder"))``). Work is done in threads; nothing
is printed, and nothing of the studio but small pictures and words goes into the notebook.
"""

from .browsing import FolderPicker, Gallery
from .making import PictureMaker
from .monitor import JobMonitor
from .pictures import BannerComposer, ImageCard
from .words import Proofreader, StyleBoard

__all__ = [
    "BannerComposer",
    "FolderPicker",
    "Gallery",
    "ImageCard",
    "JobMonitor",
    "PictureMaker",
    "Proofreader",
    "StyleBoard",
]
