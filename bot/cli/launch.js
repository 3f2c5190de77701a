#!/usr/bin/env node
// Starts Handrail on the Node that comes with it. The machine's own Node may be too old to run TypeScript, and
// `node` without npm finds that one; so this file is plain JavaScript, looks, and hands over when it must.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as module from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = 26;
const here = dirname(fileURLToPath(import.meta.url));

// Halves the start; whoever runs long flushes it, since a killed process never writes it.
module.enableCompileCache?.();

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  const { main } = await import("./main.ts");
  await main(process.argv.slice(2));
} else {
  handOver();
}

function handOver() {
  const own = join(here, "..", "..", "node_modules", ".bin", "node");
  if (!existsSync(own)) {
    console.error(
      `Handrail needs Node ${NEEDED}, and this is ${process.versions.node}: run "npm ci" in its folder, or install Node ${NEEDED}.`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`Handrail's own Node could not be started (${error.message}): run "npm ci" in its folder.`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
