import { readFileSync } from "node:fs";
import { functions } from "./core.js";
import * as wasm from "./urlgrep.js";

wasm.initSync({ module: readFileSync(new URL("urlgrep_bg.wasm", import.meta.url)) });
export const { extract, extractBytes, types } = functions(wasm);
