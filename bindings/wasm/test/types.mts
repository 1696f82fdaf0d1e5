// What TypeScript must accept, and what it must refuse.
import { extract, extractBytes, types, type Alternative, type Match, type Options } from "urlgrep";

const options: Options = { email: true, hyphen: "both", limit: 3, as: "mbox" };
const found: Match[] = extract("text", options);
const alternatives: Alternative[] = found.flatMap((match) => match.alternatives);
const number: number | undefined = extractBytes(new Uint8Array(), { fileName: "x.mbox" })[0]?.message?.number;
const [start, end]: [number, number] = found[0]!.segments[0]!;
const form: "wrapper" | string = found[0]!.form;
const name: string = types[0]!;
void [alternatives, number, start, end, form, name];

// @ts-expect-error an unknown option
extract("text", { emial: true });
// @ts-expect-error a value that is none of the list
extract("text", { hyphen: "maybe" });
// @ts-expect-error bytes are for `extractBytes`
extract(new Uint8Array());
// @ts-expect-error the host may be missing
const host: string = found[0]!.host;
// @ts-expect-error the list cannot be changed
types.push("x");
