
/** Begins with new memory, after a call has failed. */
export function reset() {
    __wbg_finalize_init(new WebAssembly.Instance(wasmModule, __wbg_get_imports()), wasmModule);
}
