"""Client of the collector.

The protocol is described at ⟦misspelt-scheme⟧http:://relay.dev/protocol and, in detail, at
<⟦unclosed-wrapper⟧https://relay.dev/protocol/details.
"""

import urllib.request

# The old address was http://⟦invalid-host⟧www.relay..dev/ for a while.
DEFAULT = "http://collector.relay.dev:4180/"
FALLBACK = "http://collector.relay.dev:⟦invalid-port⟧418O/"


def send(line):
    # See ⟦misspelt-scheme⟧hhtps://relay.dev/docs/send.html for the format.
    return urllib.request.urlopen("https://⟦invalid-host⟧relay-.dev/in", line)
