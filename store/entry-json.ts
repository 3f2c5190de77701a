// How entries of Keyv are written and read back. Promises that bytes which are no entry (a file that was edited by hand, a
// page gone bad) spoil themselves alone: they are read as a value that no schema takes, and all others as they are.
// Refuses to throw on reading: Keyv would end a listing there.

import { jsonSerializer, type KeyvSerializationAdapter } from "keyv";

/** Stands where there is nothing to be read; no namespace keeps null. */
const UNREADABLE = '{"value":null}';

export const entryJson: KeyvSerializationAdapter = {
  stringify: (entry) => jsonSerializer.stringify(entry),
  parse<T>(text: string): T {
    try {
      const entry = jsonSerializer.parse<T>(text);
      if (isEntry(entry)) return entry;
    } catch {
      // No JSON: told apart from nothing else below.
    }
    return jsonSerializer.parse<T>(UNREADABLE);
  },
};

function isEntry(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && "value" in entry && entry.value !== undefined;
}
