/** A statement of an IAM policy, as far as ours have one: no conditions, no denials. */
export interface Statement {
  readonly Effect: "Allow";
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

const matches = (pattern: string, value: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(value);

/** Whether the statements allow the action on the resource ("Policy evaluation logic" of the IAM guide, identity policies only). */
export const allows = (statements: readonly Statement[], action: string, resource: string): boolean =>
  statements.some(
    ({ Effect, Action, Resource }) =>
      Effect === "Allow" &&
      [Action].flat().some((pattern) => matches(pattern, action)) &&
      [Resource].flat().some((pattern) => matches(pattern, resource)),
  );
