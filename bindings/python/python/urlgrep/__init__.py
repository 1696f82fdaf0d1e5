"""Finds URLs in free text: mail, news, documents.

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
