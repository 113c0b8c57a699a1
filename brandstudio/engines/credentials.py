"""Content credentials (C2PA): a signed record in the picture itself of what made it and what it was
made from.

Only where the extra ``c2pa`` is installed; without it nothing here is called for and pictures carry
their XMP alone. The certificates are the studio's own: a certificate authority and a leaf (ES256),
both derived from the master key by HKDF, so that every process signs alike and nothing new lies at
rest. Readers therefore say "valid, signer unknown" until somebody trusts `Signer.authority`.
Signing is the last thing that happens to a file: any later change to it is signed anew, with the
file before it as ingredient. Source: C2PA specification 2.2.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.x509 import Certificate, Name

    from brandstudio.pixels.metadata import DigitalSource

log = logging.getLogger("brandstudio.credentials")

Action = Literal["c2pa.created", "c2pa.edited", "c2pa.resized", "c2pa.transcoded"]

PURPOSE: Final = "content credentials"
SIGNED_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/webp"})
_SOURCE_URI: Final = "http://cv.iptc.org/newscodes/digitalsourcetype/"
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-5): private keys are 1 to one below it."""
_FROM, _UNTIL = datetime(2026, 1, 1, tzinfo=UTC), datetime(2056, 1, 1, tzinfo=UTC)
_PART: Final = "xmp:iid:source"
_MOST_BYTES: Final = 200 * 1024 * 1024
# Nothing is fetched: a hostile file may name an address. Our own authority is in nobody's list, so
# trust is not asked.
_SETTINGS: Final = {
    "verify": {"remote_manifest_fetch": False, "ocsp_fetch": False, "verify_after_sign": False},
    "builder": {"thumbnail": {"enabled": False}},
}


@dataclass(frozen=True, slots=True)
class Ingredient:
    """The picture that another was made from (or, where something new was created, a part of it).

    ``data`` may carry credentials of its own, which are taken over.
    """

    data: bytes
    mime: str
    title: str


def available() -> bool:
    """Whether the extra is installed."""
    found = find_spec("c2pa")
    # Any folder of that name on the path would do as a namespace package; the library has an
    # __init__.
    return found is not None and found.origin is not None


@dataclass(frozen=True, slots=True)
class Signer:
    """The studio as a signer. ``seed`` is 32 secret bytes, the subkey of `PURPOSE`."""

    seed: bytes

    def __repr__(self) -> str:
        return "Signer()"

    @property
    def authority(self) -> bytes:
        """The certificate to trust (PEM), for readers that keep a list."""
        return _chain(self.seed)[1]

    def sign(
        self,
        data: bytes,
        mime: str,
        *,
        title: str,
        action: Action,
        source: DigitalSource | None,
        ingredient: Ingredient | None = None,
    ) -> bytes:
        """The file with its credentials; the very bytes that came in where that can't be done.

        A picture is worth more than its label: a fault of the library is logged and loses the
        credentials, never the picture, whose XMP says where it came from all the same.
        """
        if mime not in SIGNED_TYPES or len(data) > _MOST_BYTES or not available():
            return data
        import c2pa  # type: ignore[import-not-found,import-untyped,unused-ignore]

        leaf, authority, key = _chain(self.seed)
        part = ingredient if ingredient is not None and ingredient.mime in SIGNED_TYPES else None
        manifest = _manifest(data, title, mime, action, source, part is not None)
        try:
            with c2pa.Context.from_dict(_SETTINGS) as context:
                info = c2pa.C2paSignerInfo("es256", leaf + authority, key, None)
                with (
                    c2pa.Signer.from_info(info) as signer,
                    c2pa.Builder(manifest, context) as builder,
                ):
                    if part is not None:
                        relation = "componentOf" if action == "c2pa.created" else "parentOf"
                        told = {
                            "title": part.title[:200] or "Source",
                            "relationship": relation,
                            "instance_id": _PART,
                        }
                        builder.add_ingredient(told, part.mime, io.BytesIO(part.data))
                    signed = io.BytesIO()
                    builder.sign(signer, mime, io.BytesIO(data), signed)
        except c2pa.C2paError:
            log.exception("a picture could not be given content credentials")
            return data
        return signed.getvalue()


def _manifest(
    data: bytes, title: str, mime: str, action: Action, source: DigitalSource | None, has_part: bool
) -> dict[str, object]:
    """The claim. Its first action is that something was created or opened (C2PA 2.2, 18.15.4)."""
    named: dict[str, object] = {"parameters": {"ingredientIds": [_PART]}} if has_part else {}
    step: dict[str, object] = {"action": action, "softwareAgent": {"name": "brandstudio"}}
    if source is not None:
        step["digitalSourceType"] = _SOURCE_URI + source
    if action == "c2pa.created":
        steps = [step, {"action": "c2pa.placed", **named}] if has_part else [step]
    elif has_part:
        steps = [{"action": "c2pa.opened", **named}, step]
    else:
        steps = [{**step, "action": "c2pa.created"}]
    return {
        "claim_generator_info": [{"name": "brandstudio"}],
        "title": (title or "Picture")[:200],
        "format": mime,
        "instance_id": "xmp:iid:" + hashlib.sha256(data).hexdigest()[:32],
        "assertions": [{"label": "c2pa.actions.v2", "data": {"actions": steps}}],
    }


# -- certificates ----------------------------------------------------------------------------------


def _private_key(seed: bytes, name: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    # 48 bytes brought below the order are as good as chosen evenly (FIPS 186-5, A.2.1).
    drawn = HKDF(
        algorithm=SHA256(), length=48, salt=None, info=f"{PURPOSE}/{name}".encode()
    ).derive(seed)
    return ec.derive_private_key(int.from_bytes(drawn, "big") % (_ORDER - 1) + 1, ec.SECP256R1())


@lru_cache(maxsize=8)
def _chain(seed: bytes) -> tuple[bytes, bytes, bytes]:
    """Leaf, authority and the leaf's private key, each as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import NameOID

    def name(common: str) -> Name:
        return x509.Name(
            [
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "brandstudio"),
                x509.NameAttribute(NameOID.COMMON_NAME, common),
            ]
        )

    root_key, leaf_key = _private_key(seed, "authority"), _private_key(seed, "leaf")
    short = hashlib.sha256(PURPOSE.encode() + seed).hexdigest()[:8]
    root_name = name(f"brandstudio {short} authority")
    root = _certificate(root_name, root_key, root_name, root_key, authority=True)
    leaf = _certificate(
        name(f"brandstudio {short}"), leaf_key, root_name, root_key, authority=False
    )
    return (
        leaf.public_bytes(Encoding.PEM),
        root.public_bytes(Encoding.PEM),
        leaf_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )


def _certificate(
    subject: Name,
    key: EllipticCurvePrivateKey,
    issuer: Name,
    issuer_key: EllipticCurvePrivateKey,
    *,
    authority: bool,
) -> Certificate:
    """A certificate as the C2PA specification (14.5) wants it: key usage, and e-mail protection for
    the leaf.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.x509.oid import ExtendedKeyUsageOID

    public = key.public_key()
    serial = (
        int.from_bytes(hashlib.sha256(repr((subject, authority)).encode()).digest()[:16], "big")
        >> 1
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(serial)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .add_extension(
            x509.BasicConstraints(ca=authority, path_length=0 if authority else None), critical=True
        )
        .add_extension(
            x509.KeyUsage(
                digital_signature=not authority,
                key_cert_sign=authority,
                crl_sign=authority,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()),
            critical=False,
        )
    )
    if not authority:
        builder = builder.add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION]), critical=False
        )
    return builder.sign(issuer_key, SHA256(), ecdsa_deterministic=True)


# -- reading ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Credentials:
    """What the newest record in a file says.

    ``state`` is the reader's word (``Valid``: whole and well signed; ``Trusted``: by somebody on a
    list too; ``Invalid``); ``problems`` are its status codes, the unknown signer left out.
    """

    state: str
    issuer: str
    generator: str
    title: str
    actions: tuple[str, ...]
    sources: tuple[str, ...]
    ingredients: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def intact(self) -> bool:
        """Whether the file is what was signed."""
        return self.state in ("Valid", "Trusted")


def has_credentials(data: bytes) -> bool:
    """Whether a file seems to hold a C2PA record: a quick look for its box, no judgement."""
    return b"jumb" in data and b"c2pa" in data


def read(data: bytes, mime: str) -> Credentials | None:
    """The credentials in a file, or None when it has none (or the extra is missing). Never fetches
    anything.
    """
    if (
        not available()
        or mime not in SIGNED_TYPES
        or not has_credentials(data)
        or len(data) > _MOST_BYTES
    ):
        return None
    import c2pa  # type: ignore[import-not-found,import-untyped,unused-ignore]

    try:
        with (
            c2pa.Context.from_dict(_SETTINGS) as context,
            c2pa.Reader(mime, io.BytesIO(data), context=context) as reader,
        ):
            found = json.loads(reader.json())
    except c2pa.C2paError as error:
        if "ManifestNotFound" in type(error).__name__ or "no JUMBF" in str(error):
            return None
        return Credentials("Invalid", "", "", "", (), (), (), (str(error)[:200],))
    return _told(found)


def _told(found: dict[str, Any]) -> Credentials | None:
    active = found.get("manifests", {}).get(found.get("active_manifest", ""))
    if not isinstance(active, dict):
        return None
    steps = [
        step
        for assertion in active.get("assertions", [])
        if str(assertion.get("label", "")).startswith("c2pa.actions")
        for step in assertion.get("data", {}).get("actions", [])
    ]
    generators = active.get("claim_generator_info") or [{}]
    status = found.get("validation_status") or []
    return Credentials(
        state=str(found.get("validation_state", "Invalid")),
        issuer=str(
            active.get("signature_info", {}).get("common_name")
            or active.get("signature_info", {}).get("issuer", "")
        ),
        generator=str(generators[0].get("name", "")),
        title=str(active.get("title", "")),
        actions=tuple(str(step.get("action", "")) for step in steps),
        sources=tuple(
            str(step["digitalSourceType"]).rpartition("/")[2]
            for step in steps
            if step.get("digitalSourceType")
        ),
        ingredients=tuple(str(part.get("title", "")) for part in active.get("ingredients", [])),
        problems=tuple(
            str(entry.get("code", ""))
            for entry in status
            if entry.get("code") != "signingCredential.untrusted"
        ),
    )
