"""The child process that foreign bytes are decoded in: ``python -m brandstudio.pixels.child
INPUT_FD OUTPUT_FD``.

One request at a time. On stdin comes a length-prefixed JSON header; the picture or font lies in the input
file (unlinked, shared by descriptor). The answer is a length-prefixed JSON header on stdout; raw
pixels go into the output file. The process ends when stdin does.

It limits itself before it reads a byte of a picture: address space and CPU seconds per request by
what the parent allows, no core files, no large files.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import struct
import sys
from typing import Any

from PIL import Image

from brandstudio import errors
from brandstudio.pixels import decode, svg

#: Hard ceilings for the process's whole life, whatever a request asks for.
_MAX_MEMORY = 3 * 1024**3
_MAX_FILE = 600 * 1024**2


def main() -> None:
    """Serve requests until stdin ends."""
    input_fd, output_fd = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_FSIZE, _MAX_FILE)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    ceiling = _MAX_MEMORY if hard == resource.RLIM_INFINITY else min(_MAX_MEMORY, hard)
    # Answers own descriptor 1 alone: whatever else prints goes to stderr.
    answers = os.dup(1)
    os.dup2(2, 1)
    # Pillow's own warning starts below our limit, which `probe` has checked already.
    Image.MAX_IMAGE_PIXELS = None
    while (head := _read(0, 4)) is not None:
        body = _read(0, struct.unpack(">I", head)[0])
        if body is None:
            return
        request: dict[str, Any] = json.loads(body)
        resource.setrlimit(resource.RLIMIT_AS, (min(request["memory"], ceiling), ceiling))
        used = resource.getrusage(resource.RUSAGE_SELF)
        seconds = int(used.ru_utime + used.ru_stime) + 1 + request["seconds"]
        resource.setrlimit(
            resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1])
        )
        answer = json.dumps(_answer(request, input_fd, output_fd)).encode()
        os.write(answers, struct.pack(">I", len(answer)) + answer)


def _lower(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (limit, limit))


def _read(fd: int, count: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < count:
        part = os.read(fd, count - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)


def _answer(request: dict[str, Any], input_fd: int, output_fd: int) -> dict[str, object]:
    try:
        data = os.pread(input_fd, request["bytes"], 0)
        if request["do"] == "pdf":
            page = svg.as_pdf(data, request["width"], request["height"])
            return {"length": _write(page, output_fd)}
        if request["do"] == "read":
            module, _, name = request["function"].partition(":")
            told, made = getattr(importlib.import_module(module), name)(data)
            return {"told": told, "length": _write(made, output_fd)}
        if request["do"] == "rasterise":
            image = svg.rasterise(data, request["width"], request["height"], request["max_side"])
            coding = None
        else:
            decoded = decode.decode_fully(
                data, max_pixels=request["max_pixels"], draft=_pair(request["draft"])
            )
            image, coding = decoded.image, decoded.coding
        del data
        _write_pixels(image, output_fd)
    except errors.StudioError as refused:
        return {"error": refused.code, "message": refused.message, "details": refused.details}
    except MemoryError:
        return {
            "error": "PAYLOAD_TOO_LARGE",
            "message": f"The {request['name']} needs more memory than it may take.",
            "details": {},
        }
    except Exception:
        return {
            "error": "UNSUPPORTED_MEDIA_TYPE",
            "message": f"The {request['name']} is damaged and can't be decoded.",
            "details": {},
        }
    return {
        "width": image.width,
        "height": image.height,
        "mode": image.mode,
        "sampling": coding.sampling if coding else None,
        "tables": coding.tables if coding else None,
    }


def _pair(value: list[int] | None) -> tuple[int, int] | None:
    return (value[0], value[1]) if value else None


def _write(data: bytes, fd: int) -> int:
    done = 0
    while done < len(data):
        done += os.pwrite(fd, memoryview(data)[done:], done)
    return done


def _write_pixels(image: Image.Image, fd: int) -> None:
    """Rows of 4 bytes a pixel (Pillow's own layout: neither side repacks), a few at a time."""
    layout = "RGBA" if image.mode == "RGBA" else "RGBX"
    # A mebibyte at a time stays in the processor's cache: three times as fast as all at once.
    rows = max(1, 1024**2 // (image.width * 4))
    offset = 0
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(top + rows, image.height)))
        offset += os.pwrite(fd, strip.tobytes("raw", layout), offset)


if __name__ == "__main__":
    main()
