"""Prints the licences of everything that is linked into the program; `cargo metadata` on stdin."""

import json
import os
import sys

NAMES = ("license", "licence", "copying", "notice", "unlicense")


def linked(metadata):
    """The packages that the program holds: no tests, no build tools."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = next(p["id"] for p in metadata["packages"] if p["name"] == "parallax")
    found, pending = set(), [root]
    while pending:
        package = pending.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                pending.append(dependency["pkg"])
    return found


def texts(package):
    """The licence texts in the folder of a package."""
    folder = os.path.dirname(package["manifest_path"])
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.lower().startswith(NAMES) and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                yield name, file.read().strip()


def main():
    metadata = json.load(sys.stdin)
    wanted = linked(metadata)
    packages = [p for p in metadata["packages"] if p["id"] in wanted and p["source"]]
    packages.sort(key=lambda package: (package["name"], package["version"]))
    print("The program contains these packages, under these licences. It also loads the library of")
    print("Z3 (MIT licence, copyright Microsoft Corporation), where it was built with the feature z3.\n")
    # Most texts occur many times; each is printed once.
    seen = {}
    for package in packages:
        terms = package["license"] or "see the text"
        print(f"{package['name']} {package['version']}: {terms}")
        for name, text in texts(package):
            seen.setdefault(text, []).append(f"{package['name']} {package['version']} ({name})")
    for text, places in seen.items():
        print("\n" + "=" * 80)
        print("\n".join(places))
        print("-" * 80)
        print(text)


main()
