"""Finds URLs in free text: mail, news, documents.

`extract`, `finditer` and `replace` search a `str` or bytes, `mail` a message or a mailbox, `files` files and folders, `extract_arrow` a
column of a table. `parse`, `unwrap`, `defang` and `refang` are for URLs. `help(urlgrep.Extractor)` explains the options,
`help(urlgrep.Match)` what a match has.

>>> import urlgrep
>>> [str(m) for m in urlgrep.extract("It is under <URL:http://a.org/x\\n y>, or ask http://b.org/.")]
['http://a.org/xy', 'http://b.org/']
"""

from ._urlgrep import (
    Alternative,
    Batch,
    Extractor,
    Files,
    Flaw,
    Match,
    Matches,
    Rows,
    Url,
    __version__,
    defang,
    extract,
    extract_arrow,
    files,
    finditer,
    mail,
    mail_ranges,
    parse,
    refang,
    replace,
    unwrap,
)

__all__ = [
    "Alternative",
    "Batch",
    "Extractor",
    "Files",
    "Flaw",
    "Match",
    "Matches",
    "Rows",
    "Url",
    "__version__",
    "defang",
    "extract",
    "extract_arrow",
    "files",
    "finditer",
    "mail",
    "mail_ranges",
    "parse",
    "refang",
    "replace",
    "unwrap",
]
