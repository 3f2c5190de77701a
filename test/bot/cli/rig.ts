// The command line as a process of its own, with an environment that a test writes out, over a real workspace, a
// real ledger and a scripted model. Promises that nothing of this machine's settings gets in.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Ledger } from "../../../store/ledger.ts";
import { openLedger } from "../../../store/open.ts";
import { impatientClock } from "../../agent/turn/workshop.ts";
import { call, type Script, type ScriptedModel, startScriptedModel } from "../../servers/scripted-model.ts";

export const LAUNCHER = join(import.meta.dirname, "..", "..", "..", "bot", "cli", "launch.js");
export const KEY = "key-of-a-story-0123456789";

export type Ended = { code: number | null; stdout: string; stderr: string };
export type Desk = {
  dir: string;
  workspace: string;
  dataDir: string;
  model: ScriptedModel;
  /** The settings of a child: nothing else is in its environment. */
  env: Record<string, string>;
  run(args: string[], options?: RunOptions): Promise<Ended>;
  /** `handrail turn REQUEST` in the desk's workspace. */
  turn(request: string, ...flags: string[]): Promise<Ended>;
  start(args: string[], options?: RunOptions): Child;
  file(path: string): Promise<string>;
  ledger(): Promise<Ledger>;
  [Symbol.asyncDispose](): Promise<void>;
};
export type RunOptions = {
  env?: Record<string, string | undefined>;
  stdin?: string;
  node?: string;
  entry?: string;
};
export type Child = {
  process: ChildProcessWithoutNullStreams;
  ended: Promise<Ended>;
  /** Resolves when standard error or output has brought a text that matches. */
  heard(pattern: RegExp): Promise<void>;
};

export const MAIN_JS = "var a = 1;\nvar b = 2;\nvar c = 3;\n";
export const edit = call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" });

export async function openDesk(
  model: Script,
  files: Record<string, string> = { "main.js": MAIN_JS },
): Promise<Desk> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "handrail-cli-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const workspace = join(dir, "shop");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  const server = stack.use(await startScriptedModel({ ...model, apiKey: KEY }));
  const dataDir = join(dir, "data");
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: dir,
    HANDRAIL_DATA: dataDir,
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: server.baseUrl,
    HANDRAIL_MODEL: "scripted",
  };
  const start = (args: string[], options: RunOptions = {}) =>
    startChild(args, { ...options, dir, env: { ...env, ...options.env } });
  const kept = stack.move();
  return {
    dir,
    workspace,
    dataDir,
    model: server,
    env,
    start,
    run: (args, options) => start(args, options).ended,
    turn: (request, ...flags) => start(["turn", request, "--workspace", workspace, ...flags]).ended,
    file: (path) => readFile(join(workspace, path), "utf8"),
    ledger: () => openLedger(`sqlite:${join(dataDir, "handrail.sqlite")}`, { clock: impatientClock }),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

type Starting = Omit<RunOptions, "env"> & { dir: string; env: Record<string, string | undefined> };

function startChild(args: string[], { dir, env, stdin, node, entry }: Starting): Child {
  const child = spawn(node ?? process.execPath, [entry ?? LAUNCHER, ...args], {
    cwd: dir,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
  });
  const said = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  const collect = (name: "stdout" | "stderr") => (text: string) => {
    said[name] += text;
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding("utf8").on("data", collect("stdout"));
  child.stderr.setEncoding("utf8").on("data", collect("stderr"));
  if (stdin !== undefined) child.stdin.end(stdin);
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  child.once("close", (code) => resolve({ code, ...said }));
  return {
    process: child,
    ended,
    async heard(pattern) {
      const found = Promise.withResolvers<void>();
      const look = () => pattern.test(said.stdout + said.stderr) && found.resolve();
      listeners.add(look);
      look();
      const early = ended.then(({ code, stderr }) => {
        throw new Error(`ended with ${code} before ${pattern} was heard: ${stderr}`);
      });
      await Promise.race([found.promise, early]);
      listeners.delete(look);
      early.catch(() => undefined);
    },
  };
}
