// A diff's lines in pages of a message's size. Promises that the pages hold every line in order, and that
// `joinPages` gives the lines back, and that no heading is parted from its lines where it can be helped. Refuses to drop
// a line; one that is longer than a page is continued.

import { wholeCharacter } from "./formatted.ts";

/** Ends a piece of a line that goes on. The bracket stands in no shown line by itself, so nothing can fake it. */
const GOES_ON = "⟨…⟩";

export type PageSizes = { first: number; next: number };

/** At least one page, perhaps an empty one. */
export function paginate(lines: readonly string[], sizes: PageSizes): string[] {
  const longest = Math.min(sizes.first, sizes.next);
  const pages: string[] = [];
  let page: string[] = [];
  let used = 0;
  for (const piece of lines.flatMap((line) => pieces(line, longest))) {
    const room = pages.length === 0 ? sizes.first : sizes.next;
    if (page.length > 0 && used + piece.length + 1 > room) {
      const carried = headingAtEnd(page, sizes.next - piece.length - 1);
      pages.push(page.slice(0, page.length - carried.length).join("\n"));
      page = carried;
      used = sizeOf(carried);
    }
    page.push(piece);
    used += piece.length + 1;
  }
  return [...pages, page.join("\n")];
}

const HEADING = /^(diff --git |(new|deleted) file mode |(old|new) mode |--- |\+\+\+ |@@ )/;
const HEADING_LINES = 6;

/** The lines at the end that only announce what stands on the next page; they go with it where there is room. */
function headingAtEnd(page: readonly string[], room: number): string[] {
  const last = page.findLastIndex((line) => !HEADING.test(line));
  const heading = page.slice(last + 1);
  const fits = last >= 0 && heading.length <= HEADING_LINES && sizeOf(heading) <= room;
  return fits ? heading : [];
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

export function joinPages(pages: readonly string[]): string[] {
  const lines: string[] = [];
  let open = "";
  for (const piece of pages.filter((page) => page !== "").flatMap((page) => page.split("\n"))) {
    if (piece.endsWith(GOES_ON)) {
      open += piece.slice(0, -GOES_ON.length);
    } else {
      lines.push(open + piece);
      open = "";
    }
  }
  return lines;
}

function pieces(line: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > longest) {
    const cut = wholeCharacter(rest, longest - GOES_ON.length);
    parts.push(rest.slice(0, cut) + GOES_ON);
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}
