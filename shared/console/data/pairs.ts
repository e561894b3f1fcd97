/** The pairs of a text such as `campaign=spring, contact=42`; a part without `=` has the value "". */
export const pairsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(/[,\n]/)
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const at = part.indexOf("=");
        return at < 0 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
      }),
  );

/** The addresses of a text; commas, semicolons and lines stand between them. */
export const addressesOf = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Addresses as the text of the field, each of them a chip. */
export const asChips = (addresses: readonly string[]): string => addresses.map((one) => `${one}, `).join("");
