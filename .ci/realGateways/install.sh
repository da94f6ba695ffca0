#!/usr/bin/env bash
# Installs what other makers publish, for the tests that run it beside Pulse: into ~/.cache/pulse/real-gateways, or the
# folder given. Does nothing where it is there already.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
folder="${1:-$HOME/.cache/pulse/real-gateways}"
npm_packages=(barnacles-mqtt@1.0.2 raddec@0.6.1 mqtt@5.16.0)

version="$(cat install.sh requirements.txt constraints.txt | sha256sum | cut -d " " -f 1)"
[[ -e "$folder/$version" ]] && exit 0
rm -rf "$folder"
mkdir -p "$folder/node"
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt -c constraints.txt
npm install --prefix "$folder/node" --no-audit --no-fund --loglevel=error "${npm_packages[@]}"
# Last: an aborted installation leaves no stamp.
touch "$folder/$version"
