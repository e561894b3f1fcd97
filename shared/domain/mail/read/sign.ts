/** Longest evidence, in characters. */
const MAX_EVIDENCE = 200;

/** What shows a mail to be of a kind: the rule, and the line of the mail that it matched. */
export interface Sign<Rule extends string> {
  readonly rule: Rule;
  readonly evidence: string;
}

/** A sign whose evidence is one line of bounded length. */
export const signOf = <Rule extends string>(rule: Rule, evidence: string): Sign<Rule> => ({
  rule,
  evidence: evidence
    .slice(0, MAX_EVIDENCE * 5)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_EVIDENCE),
});
