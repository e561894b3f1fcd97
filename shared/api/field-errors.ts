import type * as z from "zod/mini";

/** How many changes of one letter turn one word into the other (Levenshtein's distance). */
export const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.split("").entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
};

/** Longer names are not compared. */
const LENGTH_MAX = 64;
const NEAR = 2;

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/**
 * The known field that was probably meant by an unknown name: equal except for case and underscores, its last word only, or misspelled; undefined
 * when none is similar.
 */
const meantField = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > LENGTH_MAX) return undefined;
  const given = bare(name);
  if (given === "") return undefined;
  const same = known.find((field) => bare(field) === given);
  const ending = known.filter((field) => field.endsWith(`_${given}`));
  const near = known
    .map((field) => ({ field, changes: distance(given, bare(field)) }))
    .filter(({ changes }) => changes <= NEAR && changes < given.length / 2)
    .toSorted((a, b) => a.changes - b.changes);
  return same ?? near[0]?.field ?? ending[0];
};

/** One invalid field: its dotted path and the error. */
export interface FieldProblem {
  readonly field: string;
  /** Set when the path already has the request's names, so that it is not converted to snake_case. */
  readonly asSent: true;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** The most errors listed for a request, and the longest field name, so that an answer stays smaller than its request. */
const LISTED_MAX = 1_000;
const NAME_MAX = 200;

/** zod/mini's text for issues without a message. */
const WORDLESS = "Invalid input";

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined),
    input,
  );

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const plainTypes: Readonly<Record<string, string>> = { int: "whole number", record: "object" };

const words = (issue: Issue, input: unknown): string => {
  if (at(input, issue.path) === undefined && issue.code !== "custom") return "is required";
  if (issue.message !== WORDLESS) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(plainTypes[issue.expected] ?? issue.expected)}`;
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

/** The known fields of the request itself; none for nested objects. */
const fieldsOf = (schema: unknown): readonly string[] => Object.keys((schema as { readonly shape?: object } | undefined)?.shape ?? {});

/** How many unknown fields of a request are compared with the known ones. */
const COMPARED_MAX = 20;

/** The error for an unknown field. */
const unknownField = (name: string, known: readonly string[]): string => {
  const meant = meantField(name, known);
  return meant === undefined ? "is not a known field" : `is not a known field; did you mean ${meant}?`;
};

/** The details of a failed parse by `schema`: all invalid fields, each once, with dotted paths (`headers.Bcc`), and unknown fields by name. */
export const fieldProblems = (error: z.core.$ZodError, input: unknown, schema?: unknown): FieldProblem[] => {
  const known = fieldsOf(schema);
  let compared = 0;
  const problems = new Map<string, FieldProblem>();
  const note = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join(".").slice(0, NAME_MAX);
    if (problems.size < LISTED_MAX && !problems.has(field)) problems.set(field, { field, message, asSent: true });
  };
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys)
        note([...issue.path, key], unknownField(key, issue.path.length === 0 && compared++ < COMPARED_MAX ? known : []));
    else note(issue.path, words(issue, input));
  }
  return [...problems.values()];
};
