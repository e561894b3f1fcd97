import type * as z from "zod/mini";

/** One bad field: dotted path and what is wrong (specification, "Errors"). */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** zod/mini's text for issues that no schema gave words to. */
const WORDLESS = "Invalid input";

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined),
    input,
  );

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const words = (issue: Issue, input: unknown): string => {
  if (at(input, issue.path) === undefined && issue.code !== "custom") return "is required";
  if (issue.message !== WORDLESS) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected === "int" ? "whole number" : issue.expected)}`;
    case "too_small":
      return issue.origin === "string"
        ? issue.minimum === 1
          ? "must not be empty"
          : `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string" ? `must have at most ${issue.maximum} characters` : `must be at most ${issue.maximum}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    default:
      return "is not valid";
  }
};

/** A failed parse as the specification's details: every bad field at once, with dotted paths (`headers.Bcc`), unknown fields by name. */
export const fieldProblems = (error: z.core.$ZodError, input: unknown): FieldProblem[] => {
  const problems = error.issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not a known field" }));
    return [{ field: path.join("."), message: words(issue, input) }];
  });
  return problems.filter((problem, index) => problems.findIndex(({ field }) => field === problem.field) === index);
};
