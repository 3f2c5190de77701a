// The ledger's refusals that a caller may tell apart. Promises each number as a field.
// Refuses to carry anything only in words.

/** Another writer appended in between, or the turn exists already. */
export class LedgerConflict extends Error {
  readonly turn: string;
  readonly expected: number;
  readonly found: number;
  constructor(turn: string, expected: number, found: number) {
    super(`Turn ${turn} has ${found} events where ${expected} were expected: another writer owns it.`);
    this.name = "LedgerConflict";
    this.turn = turn;
    this.expected = expected;
    this.found = found;
  }
}

/** The lease that an operation relied on was taken over or released. */
export class LostLease extends Error {
  readonly lease: string;
  readonly fence: number;
  readonly current: number | null;
  constructor(lease: string, fence: number, current: number | null) {
    super(`The lease ${lease} is no longer held with fence ${fence} (now ${current ?? "free"}).`);
    this.name = "LostLease";
    this.lease = lease;
    this.fence = fence;
    this.current = current;
  }
}
