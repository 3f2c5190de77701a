// The engine and the fake engine's code, read and compiled once for the process. Promises the same to every dry run. Refuses to
// do so before the first one is asked for.

import { readFile } from "node:fs/promises";
import { guestCode } from "./guest-code.ts";

export type Compiled = { wasm: object; engine: string };

// Node has it, and its types leave it to those of browsers.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const kept: { compiled?: Promise<Compiled> } = {};

export async function compiled(): Promise<Compiled> {
  kept.compiled ??= compile();
  try {
    return await kept.compiled;
  } catch (error) {
    // What failed once may go well the next time.
    delete kept.compiled;
    throw error;
  }
}

async function compile(): Promise<Compiled> {
  const bytes = await readFile(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm")));
  return { wasm: await WebAssembly.compile(bytes), engine: guestCode() };
}
