/** Octets that values take in JSON, and so in an answer; undefined takes none. */
export const jsonBytes = (...values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))), 0);

/** The text, cut between whole characters where it takes more than `bytes` in JSON: six for a control character. */
export const cutToJson = (text: string, bytes: number): string => {
  let end = text.length;
  for (let size = jsonBytes(text); size > bytes; size = jsonBytes(text.slice(0, end))) end = Math.floor((end * bytes) / size);
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
};
