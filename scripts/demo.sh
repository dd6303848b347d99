#!/bin/sh
# Shows the main job: a workflow pauses at a question in one process, its answer
# comes from another. Usage: demo.sh path/to/hitlrun
set -u
bin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scripts=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$scripts/approval.ts" "$dir"
cd "$dir" || exit 1

show() { # what is expected, then the command
  want=$1
  shift
  printf '\n$ hitlrun'
  for arg in "$@"; do
    case $arg in
      *[!A-Za-z0-9._/-]*) printf " '%s'" "$arg" ;;
      *) printf ' %s' "$arg" ;;
    esac
  done
  printf '\n'
  "$bin" "$@" </dev/null
  got=$?
  [ "$got" -eq "$want" ] || { echo "demo: exit code $got instead of $want" >&2; exit 1; }
}

show 3 start approval.ts --thread inv-2041 --input '{"customer": "Blue Bicycles", "invoice": "2041"}'
echo
echo "(the process is gone; the thread is rows in hitlrun.db)"
show 0 threads --status interrupted
show 0 resume --thread inv-2041 --text yes
show 0 threads
