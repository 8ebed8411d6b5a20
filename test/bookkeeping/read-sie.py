"""Reads files of SIE 4I by the grammar that sie.se publishes: a line for each voucher, or a fault."""

import sys
from decimal import Decimal


def parts(line):
    """The words of a line: quoted, where they have spaces; what stands in braces is one."""
    found, at = [], 0
    while at < len(line):
        if line[at] in " \t":
            at += 1
        elif line[at] == '"':
            word, at = "", at + 1
            while line[at] != '"':
                at += line[at] == "\\"
                word, at = word + line[at], at + 1
            found, at = found + [word], at + 1
        elif line[at] == "{":
            end = line.index("}", at)
            found, at = found + [parts(line[at + 1 : end])], end + 1
        else:
            end = at
            while end < len(line) and line[end] not in " \t":
                end += 1
            found, at = found + [line[at:end]], end
    return found


for path in sys.argv[1:]:
    with open(path, encoding="cp437", newline="") as file:
        lines = file.read().split("\r\n")
    accounts, voucher, total, said = set(), None, Decimal(0), {}
    for line in lines:
        if line == "{":
            continue
        if line == "}":
            print(path, *voucher, total)
            voucher, total = None, Decimal(0)
            continue
        label, *words = parts(line.strip()) or [""]
        said[label] = words
        if label == "#KONTO":
            accounts.add(words[0])
        elif label == "#VER":
            voucher = words[:3]
        elif label == "#TRANS":
            if words[0] not in accounts:
                print(path, "unknown account", words[0])
            total += Decimal(words[2])
    for label, wanted in (("#FLAGGA", ["0"]), ("#FORMAT", ["PC8"]), ("#SIETYP", ["4"])):
        if said.get(label) != wanted:
            print(path, label, said.get(label))
