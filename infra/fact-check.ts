/** A JSON answer, read as loosely as a script would. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever comes
export type Json = any;

/** A fact of a FACTS.md: "" when it is so, "not tried: …", else what was found. */
export interface Fact {
  readonly id: string;
  readonly text: string;
  readonly look: () => Promise<string>;
}

/** The outcome of a fact. */
export const found = (isSo: boolean, what: unknown): string => (isSo ? "" : `found: ${JSON.stringify(what)?.slice(0, 300)}`);

/** Tries the facts, prints a ticked list, and ends the process: 0 when all that were tried are so. */
export const tick = async (name: string, facts: readonly Fact[]): Promise<never> => {
  let wrong = 0;
  for (const { id, text, look } of facts) {
    const outcome = await look().catch((error: unknown) => `failed: ${String(error)}`);
    const isSkipped = outcome.startsWith("not tried");
    if (outcome !== "" && !isSkipped) wrong += 1;
    console.log(`[${outcome === "" ? "x" : isSkipped ? "-" : " "}] ${id} ${text}${outcome === "" ? "" : `\n       ${outcome}`}`);
  }
  console.log(wrong === 0 ? `${name}: ok` : `${name}: ${wrong} of ${facts.length} facts are otherwise`);
  process.exit(wrong === 0 ? 0 : 1);
};
