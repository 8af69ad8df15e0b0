"""A copy of the checkout, so that no mutant ever stands in the checkout itself."""

import subprocess
from pathlib import Path


def copy_checkout(tree, changed=None):
    """Makes the tree equal to the files of the checkout, new ones included, some of them
    with another text. Leaves equal files alone, so that cargo rebuilds no more than it
    must."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True).stdout.split(b"\0")
    wanted = {Path(name.decode()) for name in names if name}
    wanted = {path for path in wanted if path.is_file()}
    for path in wanted:
        copy = tree / path
        content = changed[path].encode() if changed and path in changed else path.read_bytes()
        if not copy.is_file() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    for copy in list(tree.rglob("*")):
        if copy.is_file() and copy.relative_to(tree) not in wanted:
            copy.unlink()
