/** The longest evidence, characters. */
const MAX_EVIDENCE = 200;

/** Why a mail has its kind: the rule that matched, and the line of the mail that shows it. */
export interface Match<Rule extends string> {
  readonly rule: Rule;
  readonly evidence: string;
}

/** A match whose evidence is shortened to one line. */
export const matchOf = <Rule extends string>(rule: Rule, evidence: string): Match<Rule> => ({
  rule,
  evidence: evidence
    .slice(0, MAX_EVIDENCE * 5)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_EVIDENCE),
});
