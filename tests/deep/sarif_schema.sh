#!/usr/bin/env bash
# Prints the path of the schema of SARIF 2.1.0, from a crate that contains it; nothing if the crate cannot be had. FOLDER is created.
set -euo pipefail
mkdir -p "$1"
cd "$1"
printf '[package]\nname = "x"\nedition = "2024"\n[lib]\npath = "x.rs"\n[dependencies]\nserde-sarif = "*"\n' >Cargo.toml
touch x.rs
if cargo fetch -q; then
    find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -path '*/serde-sarif-*/src/schema.json' -print -quit
fi
