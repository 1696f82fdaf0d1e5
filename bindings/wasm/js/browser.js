import { functions } from "./core.js";
import init, * as wasm from "./urlgrep.js";

await init({ module_or_path: new URL("urlgrep_bg.wasm", import.meta.url) });
export const { extract, extractBytes, types } = functions(wasm);
