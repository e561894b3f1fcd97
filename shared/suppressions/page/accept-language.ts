/** How many characters of the header are read; browsers send fewer. */
const READ_CHARACTERS = 300;
const RANGE = /^\s{0,10}([A-Za-z]{2,3})(?:-[A-Za-z0-9-]{0,40})?\s{0,10}(?:;\s{0,10}q=([01](?:\.\d{0,3})?)\s{0,10})?$/;

/** The language among `known` that Accept-Language prefers (RFC 9110, 12.5.4); the first one when it names none of them. */
export const preferredLanguage = <L extends string>(header: string | undefined, known: readonly [L, ...L[]]): L => {
  const wanted = (header ?? "")
    .slice(0, READ_CHARACTERS)
    .split(",")
    .flatMap((part) => {
      const [, tag = "", weight = "1"] = RANGE.exec(part) ?? [];
      const language = known.find((one) => one === tag.toLowerCase());
      return language !== undefined && Number(weight) > 0 ? [{ language, weight: Number(weight) }] : [];
    });
  return wanted.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? known[0];
};
