// What a person says yes or no to beside changes: code and settings that a workspace brings along, and single calls of a
// turn. Rows and operations of the ledger. Promises that each question has one answer, stored with its audit line.

import type { Hash, Tap } from "./ledger.ts";

// ---- trust

export type TrustVerdict = "trusted" | "declined" | "withdrawn";

/** A person's word on one state of something that a workspace brings along. A card is decided once. */
export type NewTrust = {
  card: string;
  workspace: string;
  subject: string;
  hash: Hash;
  verdict: TrustVerdict;
};
export type TrustEntry = NewTrust & { by: string; at: number };

export type TrustDecision =
  | { type: "decided"; entry: TrustEntry }
  /** This card, or another one about the same bytes, was decided before. */
  | { type: "already"; entry: TrustEntry }
  | { type: "not_allowed" }
  | { type: "wrong_place" }
  | { type: "unknown" };

export type Trust = {
  /** By a once-button: entry, button and audit line together. Nothing changes unless the result is "decided". */
  decideTrust(tap: Tap, wanted: NewTrust): Promise<TrustDecision>;
  /** Everything said about a workspace's own, oldest first. */
  trustOf(workspace: string): Promise<TrustEntry[]>;
};

// ---- permissions

/** Yes or no to one call of a turn; `tap` is null where no button asked. */
export type PermissionAnswer = {
  turn: string;
  permission: string;
  allow: boolean;
  by: string;
  at: number;
  tap: Pick<Tap, "token" | "chat"> | null;
};

export type PermissionDecision =
  | { type: "decided"; allow: boolean }
  /** It was answered before, like this. */
  | { type: "already"; allow: boolean }
  /** The turn has ended. */
  | { type: "over" }
  | { type: "not_allowed" }
  | { type: "wrong_place" }
  | { type: "unknown" };

export type Permissions = {
  /** The answer, its button, the turn's input and the audit line together. */
  decidePermission(answer: PermissionAnswer): Promise<PermissionDecision>;
};
