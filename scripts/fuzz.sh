#!/bin/sh
# Runs every fuzz test for a while, twice as many at once as there are processors: fuzz.sh TIME, with a time such as 10s.
#
# Go's fuzzer fails now and then with "context deadline exceeded" and no input when its time ends. That is no finding.
set -eu
time=$1
root=$(pwd)
built=$root/bin/fuzz
if [ "${2-}" ]; then # one test: the package, and the name
  cd "$2"
  out=$built/$(echo "$2" | tr / _).$3.txt
  echo "$2 $3"
  "$built/$(echo "$2" | tr / _).test" -test.run '^$' -test.fuzz "^$3\$" -test.fuzztime "$time" -test.fuzzminimizetime 20x -test.parallel 1 \
    -test.fuzzcachedir "$(go env GOCACHE)/fuzz/hitlrun/$2" >"$out" 2>&1 && exit
  [ "$(sed -n '/^--- FAIL/{n;p;n;p;}' "$out")" = "$(printf '    context deadline exceeded\nFAIL')" ] && exit
  cat "$out"
  input=$(sed -n 's/^ *Failing input written to //p' "$out")
  [ -z "$input" ] || head -c 4000 "$input"
  exit 1
fi
rm -rf "$built"
mkdir -p "$built"
# Only our own packages are compiled with the counters that guide the fuzzer. go test -fuzz does that for all, which takes minutes.
packages=$(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n 1 dirname | sort -u)
for package in $packages; do
  go test -c -gcflags="$(go list -m)/...=-d=libfuzzer" -vet=off -ldflags=-w -o "$built/$(echo "$package" | tr / _).test" "./$package"
done
for package in $packages; do
  sed -n "s|^func \(Fuzz[A-Za-z0-9]*\).*|$package \1|p" "$package"/*_test.go
done | xargs -P "$(($(getconf _NPROCESSORS_ONLN) * 2))" -n 2 "$0" "$time"
