// The number of a generation as a person types it: "4" or "#4".
// Refuses everything else, rather than guess which generation was meant.

export function numberIn(args: string): number | null {
  const found = /^#?([1-9]\d{0,8})$/.exec(args.trim());
  return found ? Number(found[1]) : null;
}
