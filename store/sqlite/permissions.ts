// A person's leave for one call of a turn. Promises that a question is answered once, by a person who may and where it was
// asked, and that the answer, its button, the turn's input and the audit line change together. Refuses to know the call.

import type { PermissionAnswer, PermissionDecision, Permissions } from "../consent.ts";
import { insertAudit } from "./audit.ts";
import type { Database, Sql } from "./database.ts";
import { insertInput } from "./inputs.ts";
import { readButton } from "./review-rows.ts";
import { json, text } from "./row.ts";

export function createPermissions(db: Database): Permissions {
  return { decidePermission: (answer) => db.write((sql) => decide(sql, answer)) };
}

function decide(sql: Sql, { turn, permission, allow, by, at, tap }: PermissionAnswer): PermissionDecision {
  if (tap !== null) {
    const button = readButton(sql, tap.token);
    if (!button?.once) return { type: "unknown" };
    if (!button.allowed.includes(by)) return { type: "not_allowed" };
    if (button.chat !== tap.chat) return { type: "wrong_place" };
  }
  const cause = `permission:${permission}`;
  const before = sql.one("SELECT turn, body FROM inputs WHERE turn = ? AND cause = ?", turn, cause);
  if (before) return { type: "already", allow: isAllowed(json(before, "body")) };
  const row = sql.one("SELECT turn, state FROM turns WHERE turn = ?", turn);
  if (!row || text(row, "state") === "ended") return { type: "over" };

  const body = JSON.stringify({ permission, allow });
  insertInput(sql, { turn, kind: "permission", by, body, at }, cause);
  if (tap !== null)
    sql.run(
      "UPDATE buttons SET used_by = ?, used_at = ? WHERE token = ? AND used_by IS NULL",
      by,
      at,
      tap.token,
    );
  const action = allow ? "permission:allowed" : "permission:denied";
  insertAudit(sql, { at, by, action, subject: `${turn}:${permission}`, hash: null });
  return { type: "decided", allow };
}

function isAllowed(body: unknown): boolean {
  return typeof body === "object" && body !== null && "allow" in body && body.allow === true;
}
