/** A JSON answer, read as loosely as a script would. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever comes
export type Json = any;

/** A fact of a FACTS.md. `look` returns "" when it holds, "not tried: …" when it was not checked, else what was found. */
export interface Fact {
  readonly id: string;
  readonly text: string;
  readonly look: () => Promise<string>;
}

/** The result of checking a fact: "" when it holds, else what was found. */
export const found = (isSo: boolean, what: unknown): string => (isSo ? "" : `found: ${JSON.stringify(what)?.slice(0, 300)}`);

/** Checks the facts, prints a ticked list, and ends the process with 0 if every fact that was tried holds, else 1. */
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
