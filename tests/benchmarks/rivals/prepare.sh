#!/usr/bin/env bash
# Sets the rivals up: prepare.sh FOLDER (new or ours; about 250 MB). Then: BRANDSTUDIO_RIVALS=FOLDER pytest -m benchmark -s
# tests/benchmarks/test_rivals_benchmark.py. Needs node, npm and python3; Chromium is taken from the system where it is.
set -euo pipefail
mkdir -p "$1/node" && cd "$1"
(cd node && npm init --yes >/dev/null && npm install --silent satori @resvg/resvg-js sharp playwright-core)
python3 -m venv python
python/bin/pip install --quiet 'pyvips[binary]>=3' simplejpeg opencv-python-headless fpng-py pillow numpy
command -v chromium || echo "no chromium here: that rival is left out"
