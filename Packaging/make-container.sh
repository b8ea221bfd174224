#!/bin/sh
# usage: make-container.sh    from the project's folder; `make container` calls it
# Builds the image of Containerfile from what is committed, with what there is to build images.
set -eu

arguments="--tag runrate --file Packaging/Containerfile
  --build-arg RUNRATE_COMMIT=$RUNRATE_COMMIT --build-arg RUNRATE_COMMIT_DATE=$RUNRATE_COMMIT_DATE
  --build-arg SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"

for builder in podman buildah docker; do
  # A client of docker alone builds nothing: its engine has to answer.
  if "$builder" info > /dev/null 2>&1; then
    context=$(mktemp -d)
    trap 'rm -rf "$context"' EXIT
    git archive HEAD | tar -x -C "$context"
    # shellcheck disable=SC2086
    (cd "$context" && "$builder" build $arguments .)
    exit
  fi
done
echo "make-container.sh: no image was built: neither podman nor buildah nor docker with a running" \
  "engine is here; install one of them, such as: apt-get install podman" >&2
exit 1
