// Lines and columns of offsets. Promises what an editor shows: counted from 1, a CRLF as one line end. Refuses nothing:
// an offset behind the end is on the last line.

export type Position = { line: number; column: number };

/** Prepares the positions of one text; each is then found in logarithmic time. */
export function positions(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
