// The TypeScript compiler on the same scripts with the same declarations, for the time it takes and what it finds. Promises
// its findings by code, and how many of the same changed names it finds. Refuses documentation that is no declarations.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readCode } from "../../agent/check/code.ts";
import type { Corpus } from "./corpus.ts";
import type { Told } from "./measure.ts";
import type { Mutant } from "./mutate.ts";
import type { Scripts } from "./scripts.ts";

export type ByTsc = {
  ms: number;
  errors: number;
  byCode: Record<string, number>;
  /** Of what the checks found, how much stands on a line on which the compiler says something too. */
  shared: { ours: number; both: number };
  mutants: { changed: number; found: number } | null;
};

const BINARY = path.join(import.meta.dirname, "../../node_modules/.bin/tsc");

type Compared = {
  corpus: Corpus;
  scripts: readonly Scripts[];
  findings: readonly Told[];
  mutants: readonly Mutant[];
};

/** Null for documentation that has no declarations. */
export function byTsc({ corpus, scripts, findings, mutants }: Compared): ByTsc | null {
  const declarations = corpus.docs.flatMap((folder) =>
    fs.globSync("**/*.d.ts", { cwd: folder }).map((file) => path.join(folder, file)),
  );
  if (declarations.length === 0) return null;
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-tsc-"));
  try {
    // Where one file does not parse the compiler looks at the meaning of none.
    const files = scripts.flatMap((one) =>
      one.files
        .filter(({ path: file, text }) => readCode(text, file)?.error === null)
        .map((file) => ({ ...file, key: one.name === "" ? file.path : `${one.name}/${file.path}` })),
    );
    const whole = compiled(path.join(root, "whole"), files, { corpus, declarations });
    const lines = new Set(whole.errors.map(({ file, line }) => `${file}:${line}`));
    const both = findings.filter((one) => lines.has(`${one.path}:${one.line}`)).length;
    const byCode: Record<string, number> = {};
    for (const { code } of whole.errors) byCode[code] = (byCode[code] ?? 0) + 1;
    const caught =
      mutants.length === 0 ? null : caughtBy(path.join(root, "changed"), mutants, { corpus, declarations });
    return {
      ms: whole.ms,
      errors: whole.errors.length,
      byCode,
      shared: { ours: findings.length, both },
      mutants: caught,
    };
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

type Found = { file: string; line: number; column: number; code: string };
type Against = { corpus: Corpus; declarations: readonly string[] };

/** Each script is a module of its own: those of different packages must not declare names for each other. */
function compiled(
  root: string,
  files: readonly { key: string; text: string }[],
  { corpus, declarations }: Against,
) {
  for (const { key, text } of files) {
    const file = path.join(root, key);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  const isWhole = ["Array", "Object", "String"].every((name) => corpus.surface.interface(name));
  const compilerOptions = {
    ...{
      allowJs: true,
      checkJs: true,
      noEmit: true,
      skipLibCheck: true,
      strict: false,
      types: [],
      jsx: "preserve",
    },
    ...{ moduleDetection: "force", module: "esnext", moduleResolution: "bundler", maxNodeModuleJsDepth: 0 },
    ...(isWhole ? { noLib: true } : { lib: [(corpus.profile.level ?? 2022) > 5 ? "es2022" : "es5"] }),
  };
  const config = path.join(root, "tsconfig.json");
  fs.writeFileSync(
    config,
    JSON.stringify({ compilerOptions, files: [...declarations, ...files.map(({ key }) => key)] }),
  );
  const started = performance.now();
  const { stdout } = spawnSync(BINARY, ["-p", config, "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
  });
  return { ms: performance.now() - started, errors: errorsIn(stdout) };
}

const errorsIn = (output: string): Found[] =>
  [...output.matchAll(/^(.+?)\((\d+),(\d+)\): error (TS\d+)/gm)].map(
    ([, file = "", line, column, code = ""]) => ({
      file,
      line: Number(line),
      column: Number(column),
      code,
    }),
  );

/** Each changed script stands beside itself as it was: only what is new at the changed place counts. */
function caughtBy(
  root: string,
  mutants: readonly Mutant[],
  against: Against,
): { changed: number; found: number } {
  const before = new Map(
    mutants.map(({ scripts, path: file }) => [
      `before/${scripts.name}/${file}`,
      scripts.files.find((one) => one.path === file)?.text ?? "",
    ]),
  );
  const files = [
    ...[...before].map(([key, text]) => ({ key, text })),
    ...mutants.map(({ scripts, path: file, text }, at) => ({ key: `${at}/${scripts.name}/${file}`, text })),
  ];
  const places = new Set(
    compiled(root, files, against).errors.map(({ file, line, column }) => `${file}:${line}:${column}`),
  );
  const found = mutants.filter(({ scripts, path: file, line, column }, at) => {
    const place = `${scripts.name}/${file}:${line}:${column}`;
    return places.has(`${at}/${place}`) && !places.has(`before/${place}`);
  });
  return { changed: mutants.length, found: found.length };
}
