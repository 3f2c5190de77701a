// What a review card becomes once its review has ended: who decided what, and which bytes are on the disk now.
// Promises a sentence for every end. Refuses to claim a file that did not land.

import type { ReviewEnd } from "../../agent/ports.ts";
import { shortHash } from "./card.ts";
import { bold, clip, code, concat, type FormattedText, fmt, join } from "./formatted.ts";
import { showName, showPath } from "./visible.ts";

export type ReceiptContext = {
  workspace: string;
  changeset: string;
  /** When it ended, in milliseconds since the epoch. */
  at: number;
  /** The generation that the landed one takes back. */
  undoes?: number | null;
  /** The name to show for a person's id. */
  nameOf?: (id: string) => string;
};

const LIST_ROOM = 2_800;

export function renderReceipt(end: ReviewEnd, context: ReceiptContext): FormattedText {
  const name = (id: string) => clip(concat([showName(context.nameOf?.(id) ?? id)]), 60);
  const stamp = fmt`${clip(concat([showName(context.workspace)]), 60)} · ${code(shortHash(context.changeset))} · ${timeWords(context.at)}`;
  const undoes = context.undoes ?? null;
  switch (end.type) {
    case "landed":
      return join(
        [
          fmt`${undoes === null ? "✅" : "↩️"} ${bold("Landed")} as generation ${end.generation}, applied by ${name(end.by)}`,
          undoes === null ? "" : `It takes generation ${undoes} back:`,
          renderLanded(end.files),
          stamp,
        ],
        "\n",
      );
    case "rejected":
      return join([fmt`🚫 ${bold("Rejected")} by ${name(end.by)}. Nothing was written.`, stamp], "\n");
    case "revised":
      return join(
        [
          fmt`✏️ ${bold("Sent back")} by ${name(end.by)}. Nothing was written; the next card replaces this one.`,
          stamp,
        ],
        "\n",
      );
    case "conflicted":
      return join(
        [
          fmt`⚠️ ${bold("Not landed as shown")}. What stood in the way:`,
          listed(end.files.map(renderConflict)),
          stamp,
        ],
        "\n",
      );
    case "stopped":
      return join([fmt`⏹ ${bold("Stopped")}. Nothing was written.`, stamp], "\n");
  }
}

function renderLanded(files: Extract<ReviewEnd, { type: "landed" }>["files"]): FormattedText {
  const signs = { create: "+", modify: "•", delete: "✕" };
  return listed(
    files.map((file) => fmt`${signs[file.op]} ${pathCode(file.path)} +${file.added} −${file.removed}`),
  );
}

/** After a restart only the reason may be known. */
function renderConflict({ path, why }: { path: string; why: string }): FormattedText {
  const reason = clip(concat([showName(why)]), 200);
  return path === "" ? fmt`• ${reason}` : fmt`• ${pathCode(path)}: ${reason}`;
}

const pathCode = (path: string): FormattedText => code(showPath(path, 120));

/** As many lines as fit a message, and the number of the others. */
function listed(lines: readonly FormattedText[]): FormattedText {
  const kept: FormattedText[] = [];
  let room = LIST_ROOM;
  for (const line of lines) {
    room -= line.text.length + 1;
    if (room < 0 || kept.length === 90) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return join([...kept, left === 0 ? "" : `… and ${left} more files`], "\n");
}

/** In UTC, and says so: the phone and the machine may disagree. */
export function timeWords(at: number): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}
