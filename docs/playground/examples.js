/** The texts to choose. The first one is shown at the beginning. */
const EXAMPLES = [
  ["Folded and quoted mail", `> The plans are in <https://plans.example.net/coldness/tower/
> ground-floor/sheet_2.pdf>. They are listed at
> <URL:ftp://ftp.example.org/pub/optics/
> coldness/INDEX;type=a> too.

Thanks! I had only seen http://www.example.com/~ann/ (and
https://en.wikipedia.org/wiki/Cold_(disambiguation)).
`],
  ["<URL:…>, as RFC 1738 recommends", `Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from <URL:ftp://ds.in
ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
net/instructions/overview.html#WARNING>.
`],
  ["A hyphen at a line break", `Does it belong to the URL? <URL:http://www.example.org/ground-
floor/plan.html> has no other sign, so it stays.

Here another URL decides: <http://bat-
man.example.com/> is http://batman.example.com/ in full.
`],
  ["Mail in quoted-printable", `From: ann@example.org
To: joe@example.net
Subject: the log
Date: Mon, 4 Mar 2024 10:00:00 +0000
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

The log is at https://archive.example.net/logs?station=3D17&year=3D1871&p=
age=3D4 now. Caf=C3=A9: https://example.org/caf=C3=A9
`],
  ["A mailbox with HTML", `From ann@example.org Mon Mar  4 10:00:00 2024
From: ann@example.org
Subject: one
Date: Mon, 4 Mar 2024 10:00:00 +0000
Message-ID: <1@example.org>

See <https://example.org/first>.

From joe@example.net Mon Mar  4 11:00:00 2024
From: joe@example.net
Subject: two
Date: Mon, 4 Mar 2024 11:00:00 +0000
Message-ID: <2@example.net>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=cut

--cut
Content-Type: text/plain

Your invoice: https://pay.example.net/invoice?id=42&c=ann
--cut
Content-Type: text/html

<p>Your <a href="https://pay.example.net/invoice?id=42&amp;c=ann">invoice</a>
--cut--
`],
  ["Defanged, without a scheme, addresses", `The page hxxps://login[.]evil[.]example/x asks for a password.
More on www.example.org/report or from security@example.org.
`, { refang: true, schemeless: true, email: true }],
  ["Markdown, TeX, shell", `[the page](https://example.org/a_(b)), <https://example.org/c>
\\href{https://example.org/~d}{d} and 'https://example.org/e'.
curl "https://example.org/f?x=1&y=2" | tar -xz   # https://example.org/g.
`],
  ["Empty", ""],
];
