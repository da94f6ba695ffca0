#!/usr/bin/env bash
# Installs a real S3-compatible server, Versity's gateway over a folder, for the tests of PULSE_FILES_URL: into
# ~/.cache/pulse/s3-server, or the folder given. Needs Go; does nothing where it is there already.
set -euo pipefail
folder="${1:-$HOME/.cache/pulse/s3-server}"
version=v1.8.0

[[ -e "$folder/$version" ]] && exit 0
PATH="$PATH:/usr/local/go/bin"
rm -rf "$folder"
mkdir -p "$folder"
GOBIN="$folder" go install "github.com/versity/versitygw/cmd/versitygw@$version"
# Last: an aborted installation leaves no stamp.
touch "$folder/$version"
