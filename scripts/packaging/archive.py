"""Packs a folder as .tar.gz, the same bytes for the same files: archive.py FOLDER FILE SECONDS."""

import gzip
import os
import sys
import tarfile


def plain(date):
    """A filter that takes the owner and the date of this machine out of an entry."""

    def change(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = date
        return entry

    return change


def main(folder, file, date):
    names = [folder]
    for parent, folders, files in os.walk(folder):
        names += [os.path.join(parent, name) for name in folders + files]
    with open(file, "wb") as raw:
        with gzip.GzipFile("", "wb", 9, raw, mtime=date) as packed:
            with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
                for name in sorted(names):
                    inside = os.path.relpath(name, os.path.dirname(folder))
                    archive.add(name, inside, recursive=False, filter=plain(date))


main(os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
