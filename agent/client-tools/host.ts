// What one call of an owner's tool may ask of Handrail: the tool that it shadows, files as the turn sees them, the
// documentation, and the stage. Promises that writes are proposals like any other, reviewed before they land. Refuses to
// stage for a tool that only reads.

import path from "node:path";
import { z } from "zod";
import type { Evidence } from "../events.ts";
import { lookupDocsTool } from "../tools/lookup-docs.ts";
import type { Effect, StageWrite, Tool, ToolContext } from "../tools/tool.ts";
import { MAX_FILE_BYTES } from "../workspace/folder.ts";
import { decodeText } from "../workspace/text.ts";
import { type AskName, EFFECTS } from "./protocol.ts";

export type Host = {
  /** Throws what the tool is to hear. */
  answer(what: AskName, args: string): Promise<unknown>;
  /** What the call is known by afterwards: what it would write, what it rests on, what could not be staged. */
  outcome(): { writes: StageWrite[]; evidence: Evidence | null; unstaged: string[] };
};

export type HostDeps = { effect: Effect; shadowed: Tool | null; ctx: ToolContext };

const MAX_HELD = 4 * 1024 * 1024;
const MAX_WRITES = 50;

const pathText = z.string().min(1);
const pathArgs = z.tuple([pathText]);
const queryArgs = z.tuple([z.string().min(1)]);
const stageArgs = z.tuple([pathText, z.string().nullable()]);
const anyArgs = z.tuple([z.unknown()]).or(z.tuple([]));

export function createHost({ effect, shadowed, ctx }: HostDeps): Host {
  const writes = new Map<string, StageWrite>();
  const unstaged: string[] = [];
  const known: { evidence: Evidence | null } = { evidence: null };

  const add = (evidence: Evidence | null) => {
    if (evidence === null) return;
    const chunks = [...(known.evidence?.chunks ?? []), ...(evidence.chunks ?? [])];
    known.evidence = { ...known.evidence, ...evidence, ...(chunks.length > 0 ? { chunks } : {}) };
  };

  async function callShadowed(args: unknown): Promise<unknown> {
    if (shadowed === null) return null;
    if (EFFECTS.indexOf(shadowed.effect) > EFFECTS.indexOf(effect))
      throw new Error(
        `${shadowed.name} is a tool that may ${MAY[shadowed.effect]}, and this one is declared "${effect}".`,
      );
    const result = await shadowed.call(JSON.stringify(args ?? {}), ctx);
    if (!result.ok) return { ok: false, text: result.text };
    for (const write of result.writes) writes.set(write.path, write);
    add(result.evidence);
    return { ok: true, text: result.text };
  }

  async function readFile(asked: string): Promise<string> {
    const written = writes.get(path.posix.normalize(asked));
    if (written?.after) return new TextDecoder().decode(written.after);
    if (written) throw new Error(`"${asked}" is deleted in the stage.`);
    const file = await ctx.files.read(asked, ctx.signal);
    if (!file.ok) throw new Error(file.text);
    const text = decodeText(file.bytes);
    if (text === null) throw new Error(`"${asked}" is no text file.`);
    return ctx.files.conceal(text);
  }

  async function lookupDocs(query: string): Promise<string | null> {
    const found = await lookupDocsTool.call(JSON.stringify({ query }), ctx);
    if (!found.ok) return null;
    add(found.evidence);
    return found.text;
  }

  async function stage(asked: string, content: string | null): Promise<null> {
    try {
      if (effect === "read") throw new Error('It is declared "read": declare effect "stage" to write.');
      const may = await ctx.files.mayWrite(asked);
      if (!may.ok) throw new Error(may.text);
      const after = content === null ? null : new TextEncoder().encode(content);
      checkRoom(may.path, after?.length ?? 0);
      writes.set(may.path, { path: may.path, after, note: null });
      return null;
    } catch (error) {
      unstaged.push(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** The stage refuses as much when the call ends; until then it would lie in memory. */
  function checkRoom(at: string, bytes: number): void {
    if (bytes > MAX_FILE_BYTES)
      throw new Error(`"${at}" would be larger than ${MAX_FILE_BYTES / 1024} KB, which is not staged.`);
    const others = [...writes.values()].filter((write) => write.path !== at);
    const held = others.reduce((sum, { after }) => sum + (after?.length ?? 0), 0);
    if (held + bytes > MAX_HELD || others.length >= MAX_WRITES)
      throw new Error(`A call stages at most ${MAX_WRITES} files and ${MAX_HELD / 1024 / 1024} MB.`);
  }

  return {
    async answer(what, json) {
      const args: unknown = JSON.parse(json);
      ctx.signal.throwIfAborted();
      switch (what) {
        case "shadowed":
          return await callShadowed(taken(what, anyArgs, args)[0]);
        case "readFile":
          return await readFile(taken(what, pathArgs, args)[0]);
        case "listFiles":
          return (await ctx.files.list(ctx.signal)).map((file) => ({ path: file.path, bytes: file.bytes }));
        case "lookupDocs":
          return await lookupDocs(taken(what, queryArgs, args)[0]);
        case "stage":
          return await stage(...taken(what, stageArgs, args));
      }
    },
    outcome: () => ({ writes: [...writes.values()], evidence: known.evidence, unstaged }),
  };
}

const MAY: Record<Effect, string> = {
  read: "read",
  stage: "stage changes",
  effortful: "do what takes work to undo",
  irreversible: "do what cannot be undone",
};

function taken<T>(what: AskName, schema: z.ZodType<T>, args: unknown): T {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new Error(`ctx.${what} was called with arguments that do not fit: ${z.prettifyError(parsed.error)}`);
}
