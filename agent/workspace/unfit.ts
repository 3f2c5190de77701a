// What may not be staged for what it holds: too much, a redaction mark, what is no text, and a secret that the review
// would print. Promises that whatever is staged can be shown whole on a card. Refuses with what to do instead.

import type { Change } from "../events.ts";
import type { Refusal } from "../ports.ts";
import { REDACTED, redact } from "../redact.ts";
import { MAX_FILE_BYTES } from "./folder.ts";
import { refusal } from "./paths.ts";
import { decodeText } from "./text.ts";
import { type DiffFile, unifiedDiff } from "./unified-diff.ts";

export function limit(what: string, next: string): Refusal {
  return { ok: false, reason: "limit", text: `Not staged: ${what}. ${next}` };
}

/** `isMoved` says that these very bytes are in the workspace already, under this name or another. */
export function unfitContent(path: string, after: Uint8Array, isMoved: boolean): Refusal | null {
  if (after.length > MAX_FILE_BYTES) {
    return limit(
      `a staged file holds at most 1 MB, and ${path} would have ${after.length} bytes`,
      "Split it.",
    );
  }
  // A NUL would make the diff name the file by its hash alone, and nobody would see what they apply.
  if (!isMoved && decodeText(after) === null) {
    return refusal(
      "binary",
      path,
      "would be no text, so nobody could read it in the review. Leave the NUL out",
    );
  }
  if (!Buffer.from(after).includes(REDACTED)) return null;
  return refusal(
    "redacted",
    path,
    `would contain "${REDACTED}", which stands for a secret that you do not see. Leave those lines as they are, with edit_file or delete_lines`,
  );
}

export function secretRefusal(path: string): Refusal {
  return refusal(
    "redacted",
    path,
    "holds a secret in or next to the lines that would change, and the review would send it into the chat. Tell the person to change this place by hand",
  );
}

/** Would the diff of this change print a secret? */
export function showsSecret(
  change: Pick<DiffFile, "path" | "before" | "after"> & { op: Change["op"] },
  secrets: readonly string[],
): boolean {
  const holds = [change.before, change.after].some((bytes) => {
    const text = bytes === null ? "" : Buffer.from(bytes).toString();
    return redact(text, secrets) !== text;
  });
  if (!holds) return false;
  const diff = unifiedDiff([change]);
  return redact(diff, secrets) !== diff;
}
