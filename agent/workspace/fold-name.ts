// One form for all spellings of a file name that some file system takes for the same name: case, full width,
// zero width, trailing dots, streams. Promises to be coarser than any of them. Refuses to be used as a path.

export function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/\u0307/g, "")
    .replace(/ı/g, "i")
    .replace(/(?<=.):.*$/s, "")
    .replace(/(?<=[^. ])[. ]+$/, "");
}
