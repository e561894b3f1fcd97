/** The source of a regular expression that finds a phrase (`Phrases` explains the syntax). Each variable part in it is bounded. */
export const phraseSource = (phrase: string): string =>
  phrase
    .replace(/[.*+?^$()\\]/g, "\\$&")
    .replaceAll("[", "(?:")
    .replaceAll("]", ")?")
    .replaceAll("{", "(?:")
    .replaceAll("}", ")")
    .replaceAll(" … ", " (?:.{0,60} )?")
    .replaceAll("…", ".{0,60}")
    .replace(/:$/, "(?= ?[:：])");
