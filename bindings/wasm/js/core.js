// The functions of the package, above those of WebAssembly: checks what programs give, and collects the matches.

/** The longest text, in bytes or UTF-16 code units: memory of WebAssembly ends at 4 GiB. */
const LONGEST = 2 ** 28;

/** What each option may be: the name of a type, or a list of values. */
const OPTIONS = {
  profile: ["default", "rfc1738", "rfc3986"],
  hyphen: ["auto", "keep", "drop", "both"],
  join: ["never", "sure", "plausible"],
  alternative: ["all", "text", "html"],
  anyScheme: "boolean",
  all: "boolean",
  schemeless: "boolean",
  email: "boolean",
  refang: "boolean",
  headers: "boolean",
  explain: "boolean",
  as: "string",
  fileName: "string",
  limit: "number",
};

/** What a value is, for messages. */
function kind(value) {
  if (value === null) return "null";
  return typeof value === "object" ? value.constructor?.name ?? "object" : typeof value;
}

function check(options) {
  if (options === undefined) return {};
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    throw new TypeError(`options must be an object, not ${kind(options)}`);
  }
  const checked = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw new TypeError(`unknown option '${name}'; use some of ${Object.keys(OPTIONS).join(", ")}`);
    }
    if (value === undefined) continue;
    const wanted = OPTIONS[name];
    if (Array.isArray(wanted)) {
      if (!wanted.includes(value)) {
        const found = typeof value === "string" ? `'${value}'` : kind(value);
        throw new TypeError(`option '${name}' must be one of ${wanted.join(", ")}, not ${found}`);
      }
    } else if (typeof value !== wanted) {
      throw new TypeError(`option '${name}' must be a ${wanted}, not ${kind(value)}`);
    } else if (wanted === "number" && !(Number.isInteger(value) && value >= 0 && value < 2 ** 32)) {
      throw new TypeError(`option '${name}' must be a whole number below 2 ** 32, not ${value}`);
    }
    // A lone surrogate, which JSON of Rust refuses, becomes U+FFFD.
    checked[name] = wanted === "string" ? new TextDecoder().decode(new TextEncoder().encode(value)) : value;
  }
  return checked;
}

/** The functions of the package, from those of a module of WebAssembly. */
export function functions({ search, types, reset }) {
  function run(bytes, options) {
    const found = [];
    const take = (piece) => {
      for (const match of JSON.parse(piece)) found.push(match);
    };
    try {
      search(bytes, JSON.stringify(options), take);
    } catch (error) {
      if (typeof error === "string") throw new TypeError(error);
      if (error instanceof WebAssembly.RuntimeError) {
        // Memory ran out, or a fault in urlgrep. The next call begins with new memory.
        reset();
        throw new Error("urlgrep failed; please report the text", { cause: error });
      }
      throw error;
    }
    return found;
  }

  function tooLong(length) {
    if (length > LONGEST) throw new RangeError(`the text is too long: ${length}, at most ${LONGEST}`);
  }

  function extract(text, options) {
    if (typeof text !== "string") {
      const hint = ArrayBuffer.isView(text) ? ": use extractBytes" : "";
      throw new TypeError(`text must be a string, not ${kind(text)}${hint}`);
    }
    const checked = check(options);
    tooLong(text.length);
    // A lone surrogate becomes U+FFFD, which is one code unit too.
    const bytes = new TextEncoder().encode(text);
    return run(bytes, { as: "text", ...checked, utf16: true });
  }

  function extractBytes(bytes, options) {
    // `instanceof` says no to arrays of another realm, such as a frame.
    const type = Object.prototype.toString.call(bytes);
    if (type === "[object ArrayBuffer]") bytes = new Uint8Array(bytes);
    else if (type !== "[object Uint8Array]" || !ArrayBuffer.isView(bytes)) {
      const hint = typeof bytes === "string" ? ": use extract" : "";
      throw new TypeError(`bytes must be a Uint8Array, not ${kind(bytes)}${hint}`);
    }
    const checked = check(options);
    tooLong(bytes.length);
    return run(bytes, checked);
  }

  return { extract, extractBytes, types: Object.freeze(types().split(" ")) };
}
