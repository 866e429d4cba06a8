"""Makes the faces of the first screen: the packaged latin files, cut to the letters that English pages are
written in. Whatever else a text holds comes from the packaged files (see styles/fonts.css).

  pip install fonttools==4.66.1 brotli
  python3 frontend/src/assets/fonts/make.py      (from the root of the repository, after npm ci)

The cut faces bear names of their own inside, as the Open Font License asks of modified versions of a face
whose name is reserved. Only the faces of long texts and of titles keep their hints, which are most of their
weight: without them, the strokes of the serif are uneven at 16 to 20 px.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

LETTERS = [*range(0x20, 0x7F), 0xA0, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]
MONO, SERIF = "Oniverse Mono", "Oniverse Serif"
FACES = [
    ("ibm-plex-mono", "latin-400-normal", MONO, "Regular", True),
    ("ibm-plex-mono", "latin-500-normal", MONO, "Medium", False),
    ("ibm-plex-mono", "latin-600-normal", MONO, "SemiBold", False),
    ("old-standard-tt", "latin-400-normal", SERIF, "Regular", True),
    ("old-standard-tt", "latin-400-italic", SERIF, "Italic", False),
]
FAMILY, STYLE, UNIQUE_ID, FULL_NAME, POSTSCRIPT_NAME, LICENSE, LICENSE_URL = 1, 2, 3, 4, 6, 13, 14
KEPT_NAMES = [0, FAMILY, STYLE, UNIQUE_ID, FULL_NAME, 5, POSTSCRIPT_NAME]


def cut(package: str, file: str, family: str, style: str, hints: bool) -> None:
    source = Path("node_modules/@fontsource") / package / "files" / f"{package}-{file}.woff2"
    options = Options(
        flavor="woff2", hinting=hints, layout_features=["kern", "liga", "mark", "ccmp"], name_IDs=KEPT_NAMES
    )
    font = load_font(str(source), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    names = {
        FAMILY: family,
        STYLE: style,
        UNIQUE_ID: f"{family} {style}, cut from {package}",
        FULL_NAME: f"{family} {style}",
        POSTSCRIPT_NAME: f"{family.replace(' ', '')}-{style}",
        LICENSE: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        LICENSE_URL: "https://openfontlicense.org",
    }
    for name_id, text in names.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
    save_font(font, str(Path(__file__).parent / f"{family.lower().replace(' ', '-')}-{style.lower()}.woff2"), options)


for face in FACES:
    cut(*face)
