"""What a PDF of Chromium holds: its pages, their size, and the words on them."""

from __future__ import annotations

import re
import zlib

PAPERS = {"A4": (594.96, 841.92), "Letter": (612, 792)}  # points
_PAGE = re.compile(rb"/Type\s*/Page[^s]")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\b(.*?)\nendobj", re.DOTALL)


def pages(pdf: bytes) -> int:
    return len(_PAGE.findall(pdf))


def is_all_of(pdf: bytes, paper: str) -> bool:
    """Whether every page has the size of that paper, to a point."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    return bool(boxes) and all(
        abs(float(found) - wanted) < 1
        for box in boxes
        for found, wanted in zip(box, PAPERS[paper], strict=True)
    )


def streams(pdf: bytes) -> list[bytes]:
    """What is drawn, unpacked."""
    packed = (each for each in _STREAM.findall(pdf) if each[:1] == b"x")
    return [zlib.decompressobj().decompress(each) for each in packed]


def words(pdf: bytes) -> str:
    """All glyphs of the PDF as text, in the order in which they are drawn, without spaces."""
    objects = dict(_OBJECT.findall(pdf))
    glyphs = {number: _unicode_of(objects, font) for number, font in objects.items() if b"/ToUnicode" in font}
    names = {
        name: glyphs[number]
        for each in objects.values()
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", each)
        if number in glyphs
    }
    found: list[str] = []
    for stream in streams(pdf):
        letters: dict[int, str] = {}
        for font, text in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj", stream):
            if font:
                letters = names.get(font, {})
            codes = (int(text[k : k + 4], 16) for k in range(0, len(text), 4))
            found += [letters.get(code, "") for code in codes]
    return "".join(found).replace(" ", "")


def _unicode_of(objects: dict[bytes, bytes], font: bytes) -> dict[int, str]:
    """What each glyph of the font stands for."""
    reference = re.search(rb"/ToUnicode (\d+) 0 R", font)
    assert reference
    (table,) = streams(objects[reference[1]] + b"\nendobj")
    found: dict[int, str] = {}
    for block in re.findall(rb"beginbfchar\n(.*?)endbfchar", table, re.DOTALL):
        for code, text in re.findall(rb"<(\w+)> <(\w+)>", block):
            found[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange\n(.*?)endbfrange", table, re.DOTALL):
        for first, last, text in re.findall(rb"<(\w+)> <(\w+)> <(\w+)>", block):
            for code in range(int(first, 16), int(last, 16) + 1):
                found[code] = chr(int(text, 16) + code - int(first, 16))
    return found
