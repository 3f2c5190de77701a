// /tools: what a request in this chat's workspace may use, layer by layer, with what each tool may do and what it stands
// in for. Promises that code which waits for a yes is named by its files. Refuses to load anything.

import { isTrusted, PLACES } from "../../agent/trust/trust.ts";
import type { OwnThings, ToolLine } from "../agent.ts";
import { bold, code, type FormattedText, fmt, join } from "../render/formatted.ts";
import { showName } from "../render/visible.ts";
import type { Command } from "./command.ts";

export const toolsCommand: Command = {
  name: "tools",
  description: "The tools of this workspace, and what they may do",
  async run(_args, { workspace, own }) {
    const things = own.get(workspace.id);
    if (!things) return { text: fmt`${bold(workspace.name)} has no tools to list.` };
    const tools = things.tools();
    const blocks = (["base", "docs", "own"] as const).map((layer) =>
      block(
        layer,
        tools.filter((tool) => tool.layer === layer),
      ),
    );
    const head = fmt`${bold(workspace.name)}: ${tools.length} tools`;
    return { text: join([head, ...blocks, await ownBlock(things)], "\n\n") };
  },
};

const LAYERS: Record<ToolLine["layer"], string> = {
  base: "Always there",
  docs: "With documentation",
  own: `Your own, from ${PLACES.tools} (trusted)`,
};
const MAY: Record<ToolLine["effect"], string> = {
  read: "reads",
  stage: "stages changes for review",
  effortful: "can be undone with work",
  irreversible: "cannot be undone",
};

/** Its effect says that it runs alone, as a change does: it stages nothing. */
const ASKS = "ask_person";

function block(layer: ToolLine["layer"], tools: readonly ToolLine[]): FormattedText {
  if (tools.length === 0) return fmt``;
  const lines = tools.map(({ name, effect, shadows }) => {
    const below = shadows.map((one) => (one === "docs" ? "the documentation's" : "the one always there"));
    const instead = below.length === 0 ? "" : `, in place of ${below.join(" and ")}`;
    return fmt`• ${code(name)} – ${layer === "base" && name === ASKS ? "asks you" : MAY[effect]}${instead}`;
  });
  return join([fmt`${LAYERS[layer]}:`, ...lines], "\n");
}

async function ownBlock(things: OwnThings): Promise<FormattedText> {
  const standing = await things.standing("tools");
  const { found } = standing;
  const faults = things.faults().map((fault) => fmt`⚠ ${fault}`);
  if (found.type === "nothing") return join(faults, "\n");
  if (found.type === "unfit") return fmt`⚠ ${found.why}`;
  if (isTrusted(standing)) return join(faults, "\n");
  const names = found.tree.files.map((file) => fmt`• ${code(showName(file.path))}`);
  return join([fmt`Not trusted, so not offered; /trust shows what is in ${PLACES.tools}:`, ...names], "\n");
}
