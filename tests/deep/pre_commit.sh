#!/usr/bin/env bash
# Installs the hooks of .pre-commit-hooks.yaml with pre-commit, and runs them on a scratch repository. Needs git and pre-commit; builds the
# command once more.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
if ! command -v pre-commit >/dev/null; then
    echo "the hooks are not tested: pre-commit is missing"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export PRE_COMMIT_HOME=$scratch/home GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a.org
# The optimizer does not matter here.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0
unset CARGO_TARGET_DIR

git init -q work
cd work
cat >.pre-commit-config.yaml <<EOF
repos:
- repo: $source
  rev: $(git -C "$source" rev-parse HEAD)
  hooks:
  - id: urlgrep-lint-fix
  - id: urlgrep-lint
EOF
pre-commit install
printf 'See <http://a.org/x>.\n' >good.md
printf 'int main(void) { return 0; } // htpp://a.org/x\n' >code.c
git add .
git commit -qm 'good documents and code pass'

printf 'See htpp://a.org/x.\n' >bad.md
git add .
if git commit -qm 'a fault stops the commit' >log 2>&1; then
    echo "the hook let a fault pass"
    exit 1
fi
grep -q misspelt-scheme log
git rm -qf --cached bad.md
rm bad.md

printf 'See <HTTP://a.org:80/x>.\n' >fixed.md
git add fixed.md
if git commit -qm 'a fix stops the commit once' >log 2>&1; then
    echo "the hook did not fix"
    exit 1
fi
grep -qx 'See <http://a.org/x>.' fixed.md
git add fixed.md
git commit -qm 'the fixed document passes'
echo "hooks: installed and run"
