#!/usr/bin/env bash
# Makes a bare Debian with systemd, into which a test installs the Debian package: in ~/.cache/pulse/debianRoot, or the folder given.
# Does nothing where it is there already. Needs root and debootstrap.
set -euo pipefail
folder="${1:-$HOME/.cache/pulse/debianRoot}"
suite=bookworm

[[ -e "$folder/$suite.made" ]] && exit 0
rm -rf "$folder"
mkdir -p "$folder"
# The package's own dependencies, since dpkg fetches none.
debootstrap --variant=minbase --include=adduser,init-system-helpers,libstdc++6,systemd-sysv "$suite" "$folder/root" >"$folder/log" ||
  { tail -5 "$folder/log" >&2; exit 1; }
rm -rf "$folder"/root/var/cache/apt/* "$folder"/root/var/lib/apt/lists/*
# Last: an aborted installation leaves no stamp.
touch "$folder/$suite.made"
