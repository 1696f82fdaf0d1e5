/** What a search finds and how. An option that the command `urlgrep` has too means the same there. */
export interface Options {
  /** What counts as a URL. */
  profile?: "default" | "rfc1738" | "rfc3986";
  /** Whether a hyphen at a line break belongs to the URL. `auto`, the default: other URLs of the same text decide, else it does. */
  hyphen?: "auto" | "keep" | "drop" | "both";
  /** Whether bare URLs that are broken at a line end are joined. The default is `sure`. */
  join?: "never" | "sure" | "plausible";
  /** URLs of every scheme before `://`, also unknown ones. */
  anyScheme?: boolean;
  /** Also candidates that the profile refuses. */
  all?: boolean;
  /** URLs without a scheme: `www.example.org/x`. */
  schemeless?: boolean;
  /** Mail addresses. */
  email?: boolean;
  /** Defanged URLs: `hxxps://evil[.]example`. */
  refang?: boolean;
  /** Also the header fields of messages. */
  headers?: boolean;
  /** Which parts of a multipart/alternative are searched. The default is `all`. */
  alternative?: "all" | "text" | "html";
  /** The type of the text: one of `types`, or `auto`. The default is `text` for `extract` and `auto` for `extractBytes`. */
  as?: string;
  /** The name of the file. With `as: "auto"`, its extension may tell the type. */
  fileName?: string;
  /** Say in `explain` which rules decided. */
  explain?: boolean;
  /** The number of matches after which the search stops. */
  limit?: number;
}

/** Another reading of the same place, and why there is one. */
export interface Alternative {
  url: string;
  why: "hyphen" | "join" | "blank" | "escape" | (string & {});
}

export type Form = "wrapper" | "angle" | "prefix" | "quoted" | "bare" | "schemeless" | "email" | "refanged" | (string & {});

/**
 * A URL that was found. The keys are those of `urlgrep --json`, in camel case, and `explain`. Positions are half-open ranges from 0: UTF-16 code
 * units of the string for `extract`, so that `text.slice(start, end)` is what stands there; bytes for `extractBytes`.
 */
export interface Match {
  /** In mail and news: the number of the message, from 1, and its Message-ID. */
  message?: { number: number; id?: string };
  /** The MIME part, numbered as in IMAP. */
  part?: string;
  /** The header field. */
  field?: string;
  /** The attribute of HTML. */
  attribute?: string;
  /** The line of its start, from 1. */
  line: number;
  start: number;
  end: number;
  /** Of `extract`: the same in the UTF-8 of the string. */
  startByte?: number;
  endByte?: number;
  /** The URL in one piece, decoded. */
  url: string;
  /** The URL that a text without a scheme stands for. */
  assumed?: string;
  /** The decoded text, where it differs from the URL. */
  written?: string;
  /** How it stands in the text. */
  form: Form;
  /** In lower case. */
  scheme?: string;
  host?: string;
  /** Whether something in it was left out or replaced: a line break, blanks, marks that hide its host. */
  joined: boolean;
  /** Whether its text had to be decoded. */
  encoded: boolean;
  /** The ranges that it was made of. If it is not `encoded` and has no `written`, they spell it. */
  segments: [start: number, end: number][];
  alternatives: Alternative[];
  /** The label of a link in HTML or Markdown. */
  text?: string;
  /** The format of its text, if it is not plain. */
  notation?: string;
  /** Names of unusual or wrong parts. */
  flaws: string[];
  /** With the option `explain`: a line for each rule that decided. */
  explain?: string[];
}

/** The URLs of a string, in order. */
export function extract(text: string, options?: Options): Match[];

/**
 * The URLs of a file, in order: a mailbox, a message, a web page, text. The type is detected by content. A compressed file, an archive, a
 * PDF file or an image throws an `Error`, unless `as` names a type.
 */
export function extractBytes(bytes: Uint8Array | ArrayBuffer, options?: Options): Match[];

/** The types of files that the option `as` names. */
export const types: readonly string[];
