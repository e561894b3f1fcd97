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

/** The addresses in a text, separated by commas, semicolons or line breaks. */
export const addressesOf = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Addresses as the text of the Chips field. */
export const asChips = (addresses: readonly string[]): string => addresses.map((one) => `${one}, `).join("");

/** Latin letters with their accented forms, which count as the same. */
const letters = "aàáâãäåāăą cçćč dďđ eèéêëēęě gğ iìíîïīı lł nñńň oòóôõöøō rřŕ sśšş tťţ uùúûüūůű yýÿ zźżž".split(" ");

const likeLetter = (letter: string): string => {
  const forms = letters.find((all) => all.includes(letter.toLowerCase()));
  return forms === undefined ? letter.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`) : `[${forms}]`;
};

/**
 * A text as the source of a regular expression that ignores case and the accents of Latin letters. It has only letters and classes, so it matches in
 * linear time.
 */
export const like = (text: string): string => text.replaceAll(/./gsu, likeLetter);
