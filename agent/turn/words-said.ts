// What code has said in a turn, from its log: the system prompt, the tools' descriptions, refusals, corrections, pushes. Promises
// our words alone: the owner's instructions, advised queries and what documentation says are not among them. Refuses to
// fail over a fragment that it cannot read: that one is left out.

import { z } from "zod";
import type { Hash } from "../../store/ledger.ts";
import type { OurWords } from "../gates/own-words.ts";
import { CORRECTIONS } from "../lookups/messages.ts";
import { overruledMessage } from "../overlay/words.ts";
import { INSTRUCTIONS } from "../prompt/system.ts";
import { fold } from "./fold.ts";
import type { Log } from "./log.ts";

export async function wordsSaid(log: Log): Promise<OurWords> {
  const { started } = fold(log.events);
  const read = async (hash: Hash) => new TextDecoder().decode(await log.blob(hash));
  const refused = log.events.flatMap((e) => (e.type === "tool_ran" && !e.ok ? [e.fragment] : []));
  const refusals = await Promise.all([...new Set(refused)].map(read));
  const researched = log.events.flatMap((e) =>
    e.type === "tool_ran" && e.ok && e.evidence?.lookup ? [e.fragment] : [],
  );
  const answers = await Promise.all([...new Set(researched)].map(read));
  const pushed = log.events.flatMap((e) => (e.type === "pushed" || e.type === "bound_met" ? [e.text] : []));
  const overruled = log.events.flatMap((e) => (e.type === "overruled" ? [overruledMessage(e, e.word)] : []));
  return {
    told: [...refusals.map(refusalOf), ...answers.map(correctionsIn), ...pushed, ...overruled],
    described: [promptOf(await read(started.prefix)), ...descriptionsOf(await read(started.tools))],
  };
}

const messageSchema = z.object({ content: z.string() });
const prefixSchema = z.object({ messages: z.array(messageSchema) });
const described = z.object({ description: z.string().optional() });
const toolsSchema = z.array(
  z.object({
    function: z.object({
      description: z.string(),
      parameters: z.object({ properties: z.record(z.string(), described).optional() }),
    }),
  }),
);

/** The system prompt, up to what the owner has written. */
function promptOf(prefix: string): string {
  const { messages } = parsed(`${prefix}]}`, prefixSchema) ?? { messages: [] };
  return messages[0]?.content.split(INSTRUCTIONS)[0] ?? "";
}

function descriptionsOf(tools: string): string[] {
  return (parsed(tools, toolsSchema) ?? []).flatMap(({ function: { description, parameters } }) => [
    description,
    ...Object.values(parameters.properties ?? {}).map((one) => one.description ?? ""),
  ]);
}

/** Lines that list something are the documentation's words, or the workspace's. */
function refusalOf(fragment: string): string {
  const text = parsed(fragment, messageSchema)?.content ?? "";
  const plain = text.replace(/^Refused \(\w+\): /, "");
  return plain
    .split("\n")
    .filter((line) => !/^\s*[-*]\s/.test(line))
    .join("\n");
}

/** What a check has put beside a composed answer: up to the next paragraph. */
function correctionsIn(fragment: string): string {
  const text = parsed(fragment, messageSchema)?.content ?? "";
  const [, ...told] = text.split(CORRECTIONS);
  return told.map((part) => part.split("\n\n")[0] ?? "").join("\n");
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
