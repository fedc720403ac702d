"""Makes a Python wheel with the program, its library and its manual pages, and prints its name.

wheel.py FOLDER VERSION TARGET OUT SECONDS: FOLDER is the unpacked archive.

A wheel is a zip file with METADATA, WHEEL and RECORD. What lies in NAME.data/scripts goes to the
bin folder of the environment, what lies in NAME.data/data below its root, so that the program finds
its library in ../lib/parallax as in the archive.
"""

import base64
import hashlib
import os
import re
import sys
import time
import zipfile

# The oldest glibc of a distribution that has a libstdc++ with these symbols, so that the wheel
# does not install where its program cannot start.
GLIBC_OF_GLIBCXX = [(22, 17), (24, 26), (25, 28), (28, 31), (29, 34), (30, 35), (32, 38), (33, 40)]


def versions(data, prefix):
    """The last parts of the version symbols in a program: 34 for GLIBC_2.34."""
    return [int(last) for last in re.findall(prefix + rb"(\d+)", data)]


def platform(target, programs):
    """The platform tag: the least system on which all these files run."""
    machine, *rest = target.split("-")
    if rest[-2:] != ["linux", "gnu"]:
        sys.exit(f"wheel: a wheel for {target} is not known")
    glibc = 17
    for path in programs:
        with open(path, "rb") as file:
            data = file.read()
        glibc = max([glibc] + versions(data, rb"GLIBC_2\."))
        for cxx in versions(data, rb"GLIBCXX_3\.4\."):
            known = [system for last, system in GLIBC_OF_GLIBCXX if cxx <= last]
            if not known:
                sys.exit(f"wheel: {path} needs GLIBCXX_3.4.{cxx}, of no known distribution")
            glibc = max(glibc, known[0])
    return f"manylinux_2_{glibc}_{machine}"


def files(folder):
    """The files below a folder, in order."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            yield os.path.join(parent, name)


def metadata(version, readme):
    """METADATA: what the package is."""
    return (
        "Metadata-Version: 2.1\n"
        "Name: parallax\n"
        f"Version: {version}\n"
        "Summary: One puzzle, several solvers: solve, cross-check and compare finite-domain models\n"
        "License: MIT OR Apache-2.0\n"
        "Requires-Python: >=3.8\n"
        "Description-Content-Type: text/markdown\n"
        f"\n{readme}"
    ).encode()


def contents(folder, version, tag):
    """Every file of the wheel except RECORD: its name, bytes and mode."""
    info, data = f"parallax-{version}.dist-info", f"parallax-{version}.data"
    for path in files(folder):
        inside = os.path.relpath(path, folder).replace(os.sep, "/")
        with open(path, "rb") as file:
            content = file.read()
        mode = os.stat(path).st_mode & 0o777
        if inside == "bin/parallax":
            yield f"{data}/scripts/parallax", content, mode
        elif inside.startswith(("lib/", "share/")):
            yield f"{data}/data/{inside}", content, mode
        elif inside.startswith("LICENSE"):
            yield f"{info}/licenses/{inside}", content, mode
        elif inside == "README.md":
            yield f"{info}/METADATA", metadata(version, content.decode()), 0o644
    wheel = f"Wheel-Version: 1.0\nGenerator: scripts/package\nRoot-Is-Purelib: false\nTag: {tag}\n"
    yield f"{info}/WHEEL", wheel.encode(), 0o644


def main(folder, version, target, out, date):
    programs = [path for path in files(folder) if path.endswith("bin/parallax") or "/lib/" in path]
    tag = f"py3-none-{platform(target, programs)}"
    name = f"parallax-{version}-{tag}.whl"
    # A zip file has no dates before 1980.
    stamp = time.gmtime(max(date, 315532800))[:6]
    record = ""

    with zipfile.ZipFile(os.path.join(out, name), "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(inside, content, mode):
            entry = zipfile.ZipInfo(inside, stamp)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)

        for inside, content, mode in contents(folder, version, tag):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record += f"{inside},sha256={digest.decode()},{len(content)}\n"
            add(inside, content, mode)
        inside = f"parallax-{version}.dist-info/RECORD"
        add(inside, (record + f"{inside},,\n").encode(), 0o644)
    print(name)


main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
