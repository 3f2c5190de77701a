// Numbers as bytes: small ones take one. Promises that what was packed comes out again, in its order. Refuses negative
// numbers and fractions.

/** Ascending keys, each followed by a weight of one byte. */
export function packWeights(entries: readonly number[]): Uint8Array {
  const packer = createPacker();
  let last = 0;
  for (let at = 0; at < entries.length; at += 2) {
    const key = entries[at] ?? 0;
    packer.push(key - last);
    packer.byte(entries[at + 1] ?? 0);
    last = key;
  }
  return packer.bytes();
}

/** Calls back for each pair; no array is made, since a search reads tens of thousands. */
export function eachWeight(bytes: Uint8Array, visit: (key: number, weight: number) => void): void {
  let key = 0;
  let at = 0;
  while (at < bytes.length) {
    let value = 0;
    let factor = 1;
    let byte = bytes[at++] ?? 0;
    while (byte > 127) {
      value += (byte & 127) * factor;
      factor *= 128;
      byte = bytes[at++] ?? 0;
    }
    key += value + byte * factor;
    visit(key, bytes[at++] ?? 0);
  }
}

/** Lists of numbers, each led by its length. */
export function packLists(lists: number[][]): Uint8Array {
  const packer = createPacker();
  for (const list of lists) {
    packer.push(list.length);
    for (const value of list) packer.push(value);
  }
  return packer.bytes();
}

export function unpackLists(bytes: Uint8Array): number[][] {
  const lists: number[][] = [];
  const reader = { at: 0 };
  while (reader.at < bytes.length) {
    const length = read(bytes, reader);
    const list: number[] = [];
    while (list.length < length) list.push(read(bytes, reader));
    lists.push(list);
  }
  return lists;
}

type Packer = { push(value: number): void; byte(value: number): void; bytes(): Uint8Array };

function createPacker(): Packer {
  const bytes: number[] = [];
  return {
    push(value) {
      let rest = value;
      while (rest > 127) {
        bytes.push((rest & 127) | 128);
        rest = Math.floor(rest / 128);
      }
      bytes.push(rest);
    },
    byte: (value) => bytes.push(value),
    bytes: () => Uint8Array.from(bytes),
  };
}

function read(bytes: Uint8Array, reader: { at: number }): number {
  let value = 0;
  let factor = 1;
  let byte = bytes[reader.at++] ?? 0;
  while (byte > 127) {
    value += (byte & 127) * factor;
    factor *= 128;
    byte = bytes[reader.at++] ?? 0;
  }
  return value + byte * factor;
}
