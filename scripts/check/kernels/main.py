"""Finds the calls that leave the kernels: main.py ALLOWED FILE

FILE is a program or a library with its symbols. A kernel is a copy of `run_avx2`, `run_avx512` or
`run_vnni` of src/play/playout/cpu.rs and src/play/network/simd/x86.rs. Prints the functions that a kernel calls and no line of ALLOWED names, and
instructions of these processors that became functions. Fails if there are any.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

KERNEL = re.compile(r"\b(?:cpu|simd)::x86::run_(?:avx2|avx512|vnni)\b")
INTRINSIC = re.compile(r"\bcore_arch::.*::_(?:mm\w*|pdep\w*|pext\w*|[lt]zcnt\w*|popcnt\w*)$")

SECTION = re.compile(r"Disassembly of section (.*):$")
LABEL = re.compile(r"[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(r" *[0-9a-f]+:\t(?:addr32 )?(\w+)(.*)$")
RELOCATION = re.compile(r"\t\t\t[0-9a-f]+: R_X86_64_\w+\t(.*?)(?:[-+]0x[0-9a-f]+)?$")
# The first byte of a function, not a place inside it; perhaps one of another library.
FUNCTION = re.compile(r"<((?:(?!\+0x).)*?)(?:@plt|@[A-Z]\w*\.[\d.]+)?>$")
# Through a pointer in memory: kernels get functions only as trait objects.
CALLER = re.compile(r" +\*(?:0x[0-9a-f]+)?\(%r(?!ip)\w+")


def disassembled(path):
    """Yields the lines of the disassembly of a file."""
    command = ["objdump", "--disassemble", "--reloc", "--demangle", "--no-show-raw-insn", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as objdump:
        for line in objdump.stdout:
            yield line.rstrip("\n")
    if objdump.returncode:
        sys.exit("objdump failed")


class Binary:
    """The functions of a file, and what its kernels refer to."""

    def __init__(self, path):
        # The functions by their sections, since relocations may name either.
        self.functions = {}
        # Pairs of each kernel's name and what it refers to, with the number of calls.
        self.kernels = []
        section = references = is_call = None
        for line in disassembled(path):
            if match := LABEL.match(line):
                name = match[1]
                self.functions.setdefault(section if section != ".text" else name, name)
                self.functions[name] = name
                references = None
                if KERNEL.search(name):
                    references = Counter()
                    self.kernels.append((name, references))
            elif match := SECTION.match(line):
                section = match[1]
            elif references is None:
                continue
            elif match := RELOCATION.match(line):
                references[match[1], is_call] += 1
            elif match := INSTRUCTION.match(line):
                name, operands = match.groups()
                is_call = name == "call" or name.startswith("j")
                if is_call and CALLER.match(operands):
                    references["a function of the caller", True] += 1
                elif found := FUNCTION.search(operands):
                    references[found[1], is_call] += 1

    def calls(self):
        """Yields a kernel, a function that it calls or whose address it takes, and how often."""
        for kernel, references in self.kernels:
            for (name, is_call), count in references.items():
                if (is_call or name in self.functions) and name != kernel:
                    yield kernel, self.functions.get(name, name), count


class Allowed:
    """The functions that kernels may call."""

    def __init__(self, path):
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        names = [re.split(r"\s{2,}", line)[0] for line in lines if line and not line.startswith("#")]
        self.pattern = re.compile("|".join(re.escape(name).replace(r"\*", ".*") for name in names))

    def __contains__(self, name):
        return bool(self.pattern.fullmatch(name))


def short(name):
    """Returns a name without the modules."""
    return re.sub(r"\b(?:\w+::)+(?=\w)", "", name)


def main(allowed, path):
    """Prints the faults. Returns whether there are none."""
    binary, allowed = Binary(path), Allowed(allowed)
    if not binary.kernels:
        sys.exit(f"no kernels in {path}: it lacks symbols, or code for x86-64")
    calls = Counter()
    for _, name, count in binary.calls():
        calls[name] += count
    faults = [f"calls of {short(name)}: {count}" for name, count in calls.most_common() if name not in allowed]
    intrinsics = sorted(set(filter(INTRINSIC.search, binary.functions.values())))
    faults += [f"an instruction as a function: {short(name)}" for name in intrinsics]
    print(*(f"fault: {fault}" for fault in faults), sep="\n", end="\n" if faults else "")
    print(f"{len(binary.kernels)} kernels call {len(calls)} other functions, {len(faults)} faults")
    return not faults


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
