// The tool that asks the checker beforehand: do these names exist, does this code hold? Promises the very judgement that a
// write would meet, free and in milliseconds, with the owner's word in it. Refuses to count as a lookup that grounds a change:
// that a name exists says nothing of how it is used.

import { z } from "zod";
import { chunkOf } from "../docs/phrasebook/find-topics.ts";
import { NO_DOCS_HERE } from "../docs/phrasebook/messages.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { documentedNames } from "../turn/documented-names.ts";
import { type Answer, answerSymbol, findingsIn, type SymbolWorld, worded } from "./symbol-answers.ts";
import { defineTool, done, refuse } from "./tool.ts";

const MAX_SYMBOLS = 20;
const MAX_SYMBOL = 200;
const MAX_CODE = 20_000;
const MAX_FINDINGS = 20;
const MAX_NAMES = 30;

export const checkSymbolsTool = defineTool({
  name: "check_symbols",
  description:
    "Checks names, or a piece of code, against this engine's documentation before you write them: each exists (with its " +
    "signature), does not exist (with the nearest that do), or cannot be told. The same check refuses a write. Free and instant.",
  effect: "read",
  parameters: z.object({
    symbols: z
      .array(z.string().min(1).max(MAX_SYMBOL))
      .max(MAX_SYMBOLS)
      .optional()
      .describe("Names as code writes them: Interface.member, global.member(), new Interface, name()."),
    code: z.string().max(MAX_CODE).optional().describe("A piece of script, instead of names or beside them."),
  }),
  label: ({ symbols = [] }) =>
    symbols.length === 0 ? "checking a piece of code" : `checking ${symbols.slice(0, 3).join(", ")}`,

  async run({ symbols = [], code = "" }, ctx) {
    const wanted = [...new Set(symbols.map((one) => one.trim()).filter((one) => one !== ""))];
    if (wanted.length === 0 && code.trim() === "")
      return refuse("nothing_asked", "Give symbols, or code: there is nothing to check.");
    const world = await ctx.world();
    if (!world) return refuse("no_docs", NO_DOCS_HERE);
    const said = wanted.length > 0 ? await ctx.lookups.existing() : [];
    ctx.signal.throwIfAborted();
    const answers = wanted.map((symbol) => answerSymbol(symbol, world, said));
    const piece = code.trim() === "" ? { lines: [], chunks: [] } : checkedCode(code, world);
    const chunks = [...answers.flatMap(({ chunk }) => chunk ?? []), ...piece.chunks];
    return done([...answers.map(line), ...piece.lines].join("\n"), { chunks: [...new Set(chunks)] });
  },
});

const line = ({ symbol, text, chunk }: Answer): string =>
  `- ${symbol}: ${text}${chunk === null ? "" : ` [chunk ${chunk}]`}`;

function checkedCode(code: string, world: SymbolWorld): { lines: string[]; chunks: string[] } {
  const findings = findingsIn(code, world);
  const names = documentedNames(code, world.surface).filter(({ isGuess }) => !isGuess);
  const chunks = names.flatMap(({ symbol }) => chunkOf(symbol, world.surface) ?? []);
  const wrong = findings
    .slice(0, MAX_FINDINGS)
    .map((one) => `- line ${one.line}, column ${one.column}: ${worded(one)}`);
  const more = findings.length > MAX_FINDINGS ? [`- and ${findings.length - MAX_FINDINGS} more places`] : [];
  return { lines: [opening(findings.length), ...wrong, ...more, ...foundLine(names, world.surface)], chunks };
}

const opening = (findings: number): string =>
  findings === 0
    ? "In the code nothing was found that does not exist. Receivers of unknown type are not judged."
    : "In the code:";

function foundLine(names: readonly { symbol: string }[], surface: Surface): string[] {
  const symbols = [...new Set(names.map(({ symbol }) => symbol))];
  if (symbols.length === 0) return ["It uses no name that is certainly the documentation's."];
  const shown = symbols.slice(0, MAX_NAMES).map((symbol) => {
    const chunk = chunkOf(symbol, surface);
    return chunk === null ? symbol : `${symbol} [${chunk}]`;
  });
  const more = symbols.length > MAX_NAMES ? ` and ${symbols.length - MAX_NAMES} more` : "";
  return [`Documented in it: ${shown.join(", ")}${more}.`];
}
