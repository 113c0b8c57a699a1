"""Verbs: one class an operation. ``OPERATIONS`` is every operation with a route, in the order of the contract."""

from __future__ import annotations

from typing import Any

from .admin import (
    AddCredits,
    CheckStore,
    CreateKey,
    CreateWorkspace,
    GetBalance,
    GrantPermission,
    ListEngines,
    ListInvites,
    ListKeys,
    ListWebhookEvents,
    ListWorkspaces,
    LockFolder,
    PauseWorkspace,
    RedeliverEvent,
    RemoveWebhook,
    ResumeWorkspace,
    RevokeKey,
    RevokePermission,
    RotateSecrets,
    RotateWebhookSecret,
    SetPrice,
    SetWebhook,
    TestWebhook,
    UnlockFolder,
)
from .base import AdminOperation, InQuery, OlderName, Operation, ParentFolder, Route, Scope
from .credits import CancelJob, GetJob, GetPricing, GetUsage, ListJobs, ListTransactions
from .designs import CreateDesign, ExportDesign, GetDesign, PreviewDesign, SaveDesign
from .folders import (
    CreateFolder,
    DeleteFolder,
    DuplicateFolder,
    GetFolderTree,
    ListFolderChildren,
    ListFolders,
    ListSubBrands,
    RenameFolder,
    RestoreFolder,
)
from .images import (
    AnalyseImage,
    BrandifyImage,
    CheckImage,
    CreateImage,
    GetImage,
    ImproveImage,
    RecreateImage,
    ResizeImage,
    RetryImage,
    ReviseImage,
    SetCurrentVersion,
    SourceFile,
)
from .invites import CreateInvite, RevokeInvites
from .library import (
    AddFont,
    AddLogo,
    AddToLibrary,
    ClearHero,
    CreateUpload,
    DeleteItem,
    DownloadItem,
    GetLibraryItem,
    ListFonts,
    ListLibrary,
    ListLogos,
    MoveItem,
    RemoveFont,
    RemoveLogo,
    RestoreItem,
    SetHero,
    UpdateFont,
    UpdateLibraryItem,
    UpdateLogo,
)
from .style import (
    AddReferences,
    AddRule,
    ExtractStyle,
    GetBrand,
    GetExtraction,
    GetStyle,
    ListReferences,
    ListRules,
    RemoveReference,
    RemoveRule,
    SampleColours,
    UpdateRule,
    UpdateStyle,
)
from .texts import GenerateText, ProofreadText

OPERATIONS: tuple[type[Operation[Any]], ...] = (
    ListFolders, GetFolderTree, CreateFolder, RenameFolder, DeleteFolder, ListFolderChildren, DuplicateFolder,
    ListSubBrands, RestoreFolder,
    CreateImage, BrandifyImage, AnalyseImage, CheckImage, GetImage, ReviseImage, ResizeImage, ImproveImage,
    SetCurrentVersion, RetryImage, RecreateImage,
    ListLibrary, AddToLibrary, CreateUpload, DownloadItem, DeleteItem, SetHero, ClearHero, GetLibraryItem,
    UpdateLibraryItem, RestoreItem, MoveItem,
    ListReferences, AddReferences, RemoveReference, ExtractStyle, GetExtraction, GetBrand, GetStyle, UpdateStyle,
    ListRules, AddRule, UpdateRule, RemoveRule, SampleColours,
    ListLogos, AddLogo, UpdateLogo, RemoveLogo, ListFonts, AddFont, UpdateFont, RemoveFont,
    GenerateText, ProofreadText,
    PreviewDesign, CreateDesign, GetDesign, SaveDesign, ExportDesign,
    GetPricing, ListTransactions, GetUsage, ListJobs, GetJob, CancelJob,
    CreateInvite, RevokeInvites,
)

ADMIN_OPERATIONS: tuple[type[AdminOperation[Any]], ...] = (
    CreateWorkspace, ListWorkspaces, PauseWorkspace, ResumeWorkspace, GrantPermission, RevokePermission,
    CreateKey, ListKeys, RevokeKey, AddCredits, GetBalance, SetPrice,
    SetWebhook, RemoveWebhook, TestWebhook, RotateWebhookSecret, ListWebhookEvents, RedeliverEvent,
    LockFolder, UnlockFolder, ListInvites, ListEngines, RotateSecrets, CheckStore,
)

__all__ = [
    "ADMIN_OPERATIONS", "OPERATIONS", "AdminOperation", "InQuery", "OlderName", "Operation", "ParentFolder", "Route",
    "Command", "Scope", "SourceFile", *sorted(kind.__name__ for kind in (*OPERATIONS, *ADMIN_OPERATIONS)),
]
