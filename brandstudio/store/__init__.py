"""Remembers: all SQL, reached only through an open transaction, and the files beside it."""

from .blobs import Blob, BlobStore
from .transaction import Deadline, Store, Transaction

__all__ = ["Blob", "BlobStore", "Deadline", "Store", "Transaction"]
