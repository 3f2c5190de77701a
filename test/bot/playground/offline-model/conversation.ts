// A conversation of the offline model with the real tools, over a copy of a folder: the loop of a turn with
// nothing else around it. Promises that every request passes the strict parser, and what is staged as text.
// Refuses more requests for one saying than an intent may take.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { buildIndex } from "../../../../agent/docs/index/build-index.ts";
import { type Docs, openDocs } from "../../../../agent/docs/open-docs.ts";
import type { LookupBudget } from "../../../../agent/lookups/budget.ts";
import type { Workspace } from "../../../../agent/ports.ts";
import { baseTools } from "../../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../../agent/tools/lay-tools.ts";
import type { SideAsk, Tool } from "../../../../agent/tools/tool.ts";
import { openWorkspace } from "../../../../agent/workspace/folder.ts";
import { loadProfile, type Profile } from "../../../../agent/workspace/profile.ts";
import { createStage, type Stage } from "../../../../agent/workspace/stage.ts";
import type { ChatReply } from "../../../../bot/playground/offline-model/chat-reply.ts";
import { offlineRespond } from "../../../../bot/playground/offline-model/model.ts";
import { parseChatRequest } from "../../../../bot/playground/offline-model/parse-request.ts";
import { systemClock } from "../../../../store/clock.ts";
import { noFailpoint } from "../../../../store/failpoint.ts";
import { lookupServices } from "../../../agent/lookups/lookup-services.ts";

export const QUIRE = new URL("../../../../bot/playground/sample/quire/", import.meta.url).pathname;
export const LOOM = new URL("../../../fixtures/workspaces/loom/", import.meta.url).pathname;
export const PLAIN = new URL("../../../fixtures/workspaces/plain/", import.meta.url).pathname;

const REQUESTS_MAX = 9;

/** One index a folder and test file: building it is what takes time. */
const indexes = new Map<string, Promise<string>>();

type Ground = { root: string; workspace: Workspace; profile: Profile };

/** One copy a folder and test file: a conversation only stages, nothing of it reaches the disk. */
const grounds = new Map<string | Record<string, string>, Promise<Ground>>();
const homes: string[] = [];

after(async () => {
  for (const home of homes) await rm(home, { recursive: true, force: true });
  for (const dir of await Promise.all(indexes.values())) await rm(dir, { recursive: true, force: true });
});

export type Said = { text: string; calls: string[]; asked: boolean; requests: number };

export type Conversation = {
  say(words: string): Promise<Said>;
  /** An injected message; `none` switches the tools off. */
  check(text: string, choice?: "auto" | "none"): Promise<Said>;
  /** The content as staged, or as it is on disk; null when it is gone. */
  file(path: string): Promise<string | null>;
  /** The content on disk, whatever is staged over it. */
  original(path: string): Promise<string>;
  stagedPaths(): string[];
  [Symbol.asyncDispose](): Promise<void>;
};

export type Opening = { docs?: string; context?: string; tools?: (tools: Tool[]) => Tool[] };

export async function converse(
  from: string | Record<string, string>,
  opening: Opening = {},
): Promise<Conversation> {
  const { signal } = new AbortController();
  const { root, workspace, profile } = await ground(from);
  const held = new Map<string, Uint8Array>();
  const stage = createStage(workspace, [], { blob: async (hash) => held.get(hash), secrets: [] });
  const docs =
    typeof from === "string" && opening.docs !== undefined ? await open(join(from, opening.docs)) : null;
  const all = docs ? layTools(plainLayer(baseTools), docsTools) : baseTools;
  const tools = opening.tools?.([...all]) ?? [...all];
  const messages: unknown[] = [{ role: "system", content: "You change code." }];
  if (opening.context)
    messages.push({ role: "user", content: `[context, not a request]\n${opening.context}` });

  const run = toolRunner(tools, stage, { profile, docs, signal });

  async function turn(choice: "auto" | "none"): Promise<Said> {
    const calls: string[] = [];
    for (let request = 0; request < REQUESTS_MAX; request++) {
      const reply = ask({ messages, tools: tools.map(wire), tool_choice: choice });
      const whole = answerOf(reply, messages.length);
      messages.push(whole.message);
      if (whole.calls.length === 0)
        return { text: reply.text ?? "", calls, asked: false, requests: request + 1 };
      for (const call of whole.calls) {
        calls.push(call.name);
        messages.push({ role: "tool", tool_call_id: call.id, content: await run(call.name, call.args) });
        if (call.name === "ask_person")
          return { text: JSON.parse(call.args).question, calls, asked: true, requests: request + 1 };
      }
    }
    return assert.fail(`No end after ${REQUESTS_MAX} requests: ${calls.join(", ")}`);
  }

  return {
    say(words) {
      messages.push({ role: "user", content: words });
      return turn("auto");
    },
    check(text, choice = "auto") {
      messages.push({ role: "user", content: text });
      return turn(choice);
    },
    async file(path) {
      const file = await stage.read(path, signal);
      return file.ok ? new TextDecoder().decode(file.bytes) : null;
    },
    original: (path) => readFile(join(root, path), "utf8"),
    stagedPaths: () => stage.changes().map(({ path }) => path),
    async [Symbol.asyncDispose]() {
      await docs?.[Symbol.asyncDispose]();
    },
  };
}

function ground(from: string | Record<string, string>): Promise<Ground> {
  const known = grounds.get(from) ?? copied(from);
  grounds.set(from, known);
  return known;
}

async function copied(from: string | Record<string, string>): Promise<Ground> {
  const home = await mkdtemp(join(tmpdir(), "handrail-offline-"));
  homes.push(home);
  const root = join(home, "workspace");
  await fill(root, from);
  const workspace = await openWorkspace(root, { clock: systemClock, failpoint: noFailpoint });
  return { root, workspace: readOnce(workspace), profile: await loadProfile(root) };
}

/** The disk does not change under a conversation, so one look at each file is enough. */
function readOnce(workspace: Workspace): Workspace {
  const seen = new Map<string, ReturnType<Workspace["read"]>>();
  return {
    ...workspace,
    read(path, signal) {
      const known = seen.get(path) ?? workspace.read(path, signal);
      seen.set(path, known);
      return known;
    },
  };
}

type Surroundings = { profile: Profile; docs: Docs | null; signal: AbortSignal };

/** Runs one call as a turn does: refusals become text, writes go onto the stage. */
function toolRunner(tools: Tool[], stage: Stage, { profile, docs, signal }: Surroundings) {
  const seen = new Set<string>();
  return async (name: string, args: string): Promise<string> => {
    const tool = tools.find((one) => one.name === name);
    assert.ok(tool, `The model called ${name}, which is not offered.`);
    const lookups = await lookupServices();
    const ctx = {
      files: stage,
      profile,
      docs,
      world: async () => null,
      lookups,
      plan: null,
      seen,
      side,
      budget: enough,
      clock: systemClock,
      signal,
    };
    const result = await tool.call(args, ctx);
    if (!result.ok) return `Refused (${result.reason}): ${result.text}`;
    const path: unknown = JSON.parse(args).path;
    if (typeof path === "string") seen.add(path);
    const outcome = await stage.proposeAll(result.writes, signal);
    return outcome.ok ? result.text : `Refused (${outcome.reason}): ${outcome.text}`;
  };
}

/** A conversation is shorter than any budget. */
const enough: LookupBudget = {
  spend: () => "spent",
  serve: () => true,
  recall: async () => null,
  said: async () => ({ told: [], described: [] }),
};

/** What the model answers to a side call. */
export async function side({ messages }: SideAsk): Promise<{ ok: true; text: string }> {
  return { ok: true, text: ask({ messages }).text ?? "" };
}

function ask(body: Record<string, unknown>): ChatReply {
  const raw = Buffer.from(JSON.stringify({ model: "offline", max_tokens: 4096, ...body }));
  return offlineRespond(parseChatRequest(raw));
}

function answerOf(reply: ChatReply, step: number) {
  const calls = (reply.calls ?? []).map((call, i) => ({
    id: `call_${step}_${i}`,
    name: call.name,
    args: JSON.stringify(call.args),
  }));
  const made = calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  const message = {
    role: "assistant",
    content: reply.text ?? null,
    ...(made.length > 0 && { tool_calls: made }),
  };
  return { calls, message };
}

function wire({ name, description, parameters }: Tool) {
  return { type: "function", function: { name, description, parameters } };
}

async function fill(root: string, from: string | Record<string, string>): Promise<void> {
  if (typeof from === "string") return cp(from, root, { recursive: true });
  for (const [path, content] of Object.entries(from)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

async function open(folder: string): Promise<Docs> {
  const built = indexes.get(folder) ?? index(folder);
  indexes.set(folder, built);
  const docs = await openDocs(await built, { signal: new AbortController().signal });
  assert.ok(docs);
  return docs;
}

async function index(folder: string): Promise<string> {
  const { signal } = new AbortController();
  const dir = await mkdtemp(join(tmpdir(), "handrail-offline-index-"));
  await buildIndex({ sources: [{ name: "docs", folder }], dir, clock: systemClock, signal });
  return dir;
}
