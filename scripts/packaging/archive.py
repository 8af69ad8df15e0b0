"""Packs a folder into a .tar.gz or .zip file of which every byte follows from the files.

    archive.py FOLDER ARCHIVE SECONDS

The names in the archive begin with the folder's own. SECONDS since 1970 is the time of
every file, whose owner is root; programs keep their permission to run.
"""

import gzip
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def mode(path: Path) -> int:
    return 0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644


def pack_tar(folder: Path, archive: Path, seconds: int) -> None:
    def normal(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mode = mode(folder.parent / entry.name)
        entry.mtime = seconds
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=seconds) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        # `add` takes the files of a folder in the order of their names.
        tar.add(folder, folder.name, filter=normal)


def pack_zip(folder: Path, archive: Path, seconds: int) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder.parent).as_posix()
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode(path)) << 16
            packed.writestr(entry, path.read_bytes())


def main() -> None:
    folder, archive, seconds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    (pack_zip if archive.suffix == ".zip" else pack_tar)(folder, archive, seconds)


if __name__ == "__main__":
    main()
