// Times and requests in a few words, for lists on a small screen. Promises whole characters and one line.
// Refuses exact times: receipts have those.

export function ago(then: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** The beginning of a request, on one line. */
export function firstWords(text: string, units = 60): string {
  const line = text.replace(/\s+/g, " ").trim().toWellFormed();
  return line.length <= units ? line : `${line.slice(0, units - 1).toWellFormed()}…`;
}
