// Which texts have a word, for names of code. Promises an answer without a look at the texts, which for a project of ten
// megabytes took longer than the check that asked. Refuses names with letters beyond those of old scripts: null, look yourself.

export type WordIndex = {
  /** Takes a text in, under the number that it is known by from now on; the same text again has the same number. */
  add(text: string): number;
  /** The numbers of the texts that have the word, or null where this index cannot tell. */
  having(word: string): readonly number[] | null;
  /** How many texts were taken in. */
  size(): number;
};

export function createWordIndex(): WordIndex {
  const numbers = new Map<string, number>();
  const lists = new Map<string, number[]>();
  return {
    add(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const id = numbers.size;
      numbers.set(text, id);
      eachWord(text, (word) => {
        const list = lists.get(word);
        if (list === undefined) lists.set(word, [id]);
        else if (list.at(-1) !== id) list.push(id);
      });
      return id;
    },
    having: (word) => (/^[\w$]+$/.test(word) ? (lists.get(word) ?? []) : null),
    size: () => numbers.size,
  };
}

function eachWord(text: string, take: (word: string) => void): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    if (isWordCode(text.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      take(text.slice(start, at));
      start = -1;
    }
  }
}

/** As `\w` and `$`; NaN behind the end. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 36;
