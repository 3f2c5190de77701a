// The tools of an approved folder: each module of its top level, read in a thread of its own. Promises that one which does
// not load costs itself alone, with a line for its owner. Refuses names that the turn itself lives by, and names twice.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { wordsOf } from "../../store/words-of.ts";
import type { OwnTree } from "../trust/own-tree.ts";
import { PLACES } from "../trust/trust.ts";
import { type OwnTool, type OwnToolDeps, ownTool } from "./client-tool.ts";
import type { Description, Setup } from "./protocol.ts";
import { startToolThread } from "./tool-thread.ts";

export type LoadedTools = { tools: OwnTool[]; faults: string[] };

export type LoadDeps = OwnToolDeps & {
  /** Where the approved copy lies, for messages of errors and `import.meta`. */
  folder: string;
  signal: AbortSignal;
};

/** A question is told from an answer by this tool's name alone. */
const TAKEN = new Set(["ask_person"]);
const MOST = 32;
/** Each thread takes its share of a small machine. */
const AT_ONCE = 2;

export async function loadTools({ files }: OwnTree, deps: LoadDeps): Promise<LoadedTools> {
  const modules = files
    .map((file) => file.path)
    .filter((name) => /^[^/]+\.ts$/.test(name) && !name.endsWith(".d.ts"));
  const texts = files.map(({ path: name, bytes }): [string, string] => [
    name,
    new TextDecoder().decode(bytes),
  ]);
  const common = { base: pathToFileURL(deps.folder + path.sep).href, files: Object.fromEntries(texts) };
  const read: Read[] = [];
  const waiting = modules.slice(0, MOST);
  const reader = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift())
      read.push(await readModule({ ...common, entry }, deps));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  deps.signal.throwIfAborted();
  const loaded = chosen(read, deps);
  if (modules.length > MOST)
    loaded.faults.push(`${PLACES.tools} has ${modules.length} tools; the first ${MOST} are loaded.`);
  return loaded;
}

type Read = { setup: Setup } & ({ description: Description } | { why: string });

async function readModule(setup: Setup, deps: LoadDeps): Promise<Read> {
  try {
    await using thread = await startToolThread(setup, deps);
    return { setup, description: thread.tool };
  } catch (error) {
    return { setup, why: wordsOf(error) };
  }
}

/** In the order of their files: which of two wins must not depend on which thread was faster. */
function chosen(read: readonly Read[], deps: LoadDeps): LoadedTools {
  const loaded: LoadedTools = { tools: [], faults: [] };
  const names = new Map<string, string>();
  for (const one of read.toSorted((a, b) => (a.setup.entry < b.setup.entry ? -1 : 1))) {
    const { entry } = one.setup;
    const why = "why" in one ? one.why : nameTaken(one.description.name, names);
    if (why !== null) loaded.faults.push(`${PLACES.tools}${entry} is not loaded: ${why}`);
    else if ("description" in one) {
      names.set(one.description.name, entry);
      loaded.tools.push(ownTool(one.description, one.setup, deps));
    }
  }
  return loaded;
}

function nameTaken(name: string, names: ReadonlyMap<string, string>): string | null {
  if (TAKEN.has(name)) return `the name ${name} is taken by the turn itself: give the tool another one.`;
  const other = names.get(name);
  return other === undefined ? null : `${other} has a tool ${name} already: give this one another name.`;
}
