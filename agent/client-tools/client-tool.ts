// A tool of the owner's as the turn knows it. Promises a result for every call: what its thread says, or a refusal that
// says what to do next when it was refused, threw, took too long or died. Refuses two calls of one tool at once.

import type { Clock } from "../../store/clock.ts";
import { done, refuse, type Tool, type ToolContext, type ToolResult } from "../tools/tool.ts";
import { createHost } from "./host.ts";
import type { Description, Setup } from "./protocol.ts";
import { type CallEnd, type Limits, startToolThread, type ToolThread } from "./tool-thread.ts";

/** One loaded tool: its description, and a thread that is started with its first call. */
export type OwnTool = {
  description: Description;
  over(shadowed: Tool | null): Tool;
  [Symbol.asyncDispose](): Promise<void>;
};

export type OwnToolDeps = { clock: Clock; limits: Limits };

export function ownTool(description: Description, setup: Setup, deps: OwnToolDeps): OwnTool {
  const state: { thread: ToolThread | null; last: Promise<unknown>; gone: boolean } = {
    thread: null,
    last: Promise.resolve(),
    gone: false,
  };

  async function threadNow(signal: AbortSignal): Promise<ToolThread> {
    if (state.gone) throw new Error("it was unloaded");
    if (state.thread?.lives) return state.thread;
    const started = await startToolThread(setup, { ...deps, signal });
    state.thread = started;
    return started;
  }

  /** Calls stand in line: a module that keeps something between calls is not met by two at once. */
  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    const before = state.last;
    const mine = Promise.withResolvers<void>();
    state.last = mine.promise;
    try {
      await before;
      return await work();
    } finally {
      mine.resolve();
    }
  }

  async function call(args: string, shadowed: Tool | null, ctx: ToolContext): Promise<ToolResult> {
    const host = createHost({ effect: description.effect, shadowed, ctx });
    const end = await inLine(async (): Promise<CallEnd> => {
      ctx.signal.throwIfAborted();
      const thread = await threadNow(ctx.signal);
      return await thread.call(args, host.answer, ctx.signal);
    });
    if (end.type === "failed") return refused(description, end);
    const { writes, evidence, unstaged } = host.outcome();
    if (unstaged.length > 0) return refuse("not_staged", notStaged(description.name, unstaged));
    return done(end.text, evidence, writes);
  }

  return {
    description,
    over: (shadowed) => ({
      ...description,
      description: `${description.description}${ASKS[description.effect]}`,
      cost: shadowed?.cost ?? "free",
      label: () => description.label ?? `running ${description.name}`,
      call: (args, ctx) => call(args, shadowed, ctx),
    }),
    async [Symbol.asyncDispose]() {
      state.gone = true;
      await state.thread?.[Symbol.asyncDispose]();
    },
  };
}

/** The model plans better when it knows that somebody will be asked. */
const ASKS: Record<Description["effect"], string> = {
  read: "",
  stage: "",
  effortful: " The person is asked before its first call in a request.",
  irreversible: " The person is asked before each call.",
};

function refused(tool: Description, { reason, why }: Extract<CallEnd, { type: "failed" }>): ToolResult {
  const { name } = tool;
  const said = why.replace(/\.+$/, "");
  const left = `Nothing of it was staged${LEFT[tool.effect]}.`;
  switch (reason) {
    case "malformed":
      return refuse(
        "malformed",
        `The arguments of ${name} do not fit: ${said}. Call it again with arguments that fit its schema.`,
      );
    case "failed":
      return refuse("failed", `${name} failed: ${said}. ${left} Call it in another way, or do without it.`);
    case "too_slow":
      return refuse("too_slow", `${name} was ended: ${said}. ${left} Ask it for less, or do without it.`);
    case "died":
      return refuse("failed", `${name} broke down: ${said}. ${left} Go on without it.`);
  }
}

const ELSEWHERE =
  ", but what it did elsewhere until then is not known: check that, or ask, before you call it again";

/** What was done before a failure is taken back by nobody. */
const LEFT: Record<Description["effect"], string> = {
  read: "",
  stage: "",
  effortful: ELSEWHERE,
  irreversible: ELSEWHERE,
};

function notStaged(name: string, unstaged: readonly string[]): string {
  return `${name} could not stage what it wanted: ${unstaged.join(" ")} Nothing of it was staged; go on without it.`;
}
