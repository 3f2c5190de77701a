// Lines and columns of offsets. Promises what an editor shows: counted from 1, each of LF, CRLF and a lone CR as one line
// end, a BOM as no column. Refuses nothing: an offset behind the end is on the last line.

export type Position = { line: number; column: number };

/** Prepares the positions of one text; each is then found in logarithmic time. */
export function positions(text: string): (offset: number) => Position {
  // Most texts are never asked: the lines are counted at the first question.
  const state: { starts?: number[] } = {};
  return (offset) => {
    state.starts ??= lineStarts(text);
    const { starts } = state;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(offset - (starts[low] ?? 0), 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return starts;
}
