import type { NewSequence } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import type { Element as BatchElement, Sequence as Chain } from "../compose/draft.ts";
import { emailOf, type NewPerson, type Pasted } from "./pasted.ts";
import { fill, missingIn, usedBy } from "./plan.ts";

/** A line that adds nobody, and why. */
export interface Refusal {
  readonly line: number;
  readonly to: string;
  readonly why: string;
}

/** An address as it is shown. */
export const shownTo = ({ to }: NewPerson): string => (typeof to === "string" ? to : to.email);

const problemsOf = ({ steps }: Pick<NewSequence, "steps">, { person: { variables }, problem }: Pasted): readonly string[] => {
  const used = usedBy(steps);
  return [
    ...(problem === "" ? [] : [problem]),
    ...Object.keys(variables)
      .filter((name) => !used.has(name))
      .map((name) => t("{field} is in no step of the sequence", { field: `variables.${name}` })),
    ...[...missingIn(steps, variables)].map(([name, step]) =>
      t("{field} is required by step {step}", { field: `variables.${name}`, step }),
    ),
  ];
};

/** Sorts people into those that the API is asked about and those of whom it is plain, in its words, that it would refuse them. */
export const sortOut = (
  sequence: Pick<NewSequence, "steps">,
  people: readonly Pasted[],
  already: ReadonlySet<string>,
): { readonly good: readonly Pasted[]; readonly refused: readonly Refusal[] } => {
  const seen = new Set<string>();
  const good: Pasted[] = [];
  const refused: Refusal[] = [];
  for (const one of people) {
    const email = emailOf(one.person);
    const why = seen.has(email)
      ? [t("{field} is named twice", { field: "to" })]
      : already.has(email)
        ? [t("{field} is in this sequence already", { field: "to" })]
        : problemsOf(sequence, one);
    seen.add(email);
    if (why.length === 0) good.push(one);
    else refused.push({ line: one.line, to: shownTo(one.person), why: why.join("; ") });
  }
  return { good, refused };
};

/** The emails that a person would get, for a dry run. */
export const chainOf = (sequence: NewSequence, { line, person }: Pasted): Chain => {
  const { mailbox_id, mailbox_ids, pool, window, cancel_on, on_away } = sequence;
  const emails = sequence.steps.map((step, index): BatchElement => {
    const { subject = "", body_html, body_text, scheduled_after = "", quote_history } = step;
    const bodies = {
      ...(body_html !== undefined && { body_html: fill(body_html, person.variables, "html") }),
      ...(body_text !== undefined && { body_text: fill(body_text, person.variables, "text") }),
      ...(window && { window }),
    };
    const filled = fill(subject, person.variables, "line");
    if (index === 0) {
      const sender = { ...(mailbox_id && { mailbox_id }), ...(mailbox_ids && { mailbox_ids }), ...(pool && { pool }) };
      return { ...sender, to: person.to, subject: filled, ...bodies };
    }
    return {
      follows: index - 1,
      ...(filled !== "" && { subject: filled }),
      ...bodies,
      scheduled_after,
      ...(quote_history === false && { quote_history }),
      ...(cancel_on && { cancel_on }),
      ...(on_away && { on_away }),
    };
  });
  return { line, to: shownTo(person), emails };
};

/** The fields of a step, and of the whole form. */
const OF_STEP = ["subject", "body_text", "body_html", "scheduled_after"];
const OF_FORM = ["mailbox_id", "mailbox_ids", "pool", "window", "cancel_on", "on_away"];

/** Errors that a dry run has for everybody, by the fields of the form; what is wrong with an address is nobody's field. */
export const formFaults = (faulty: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(faulty).flatMap(([name, message]) => {
      const [step = "0", ...field] = name.split(".");
      if (OF_STEP.includes(field[0] ?? "")) return [[`steps.${step}.${field.join(".")}`, message]];
      return OF_FORM.includes(field[0] ?? "") ? [[field.join("."), message]] : [];
    }),
  );

/** The lines of a paste that added nobody, with the first line where that names the columns. */
export const leftOver = (pasted: string, refused: readonly Refusal[], people: readonly Pasted[]): string => {
  const lines = pasted.replaceAll(/\r\n?/g, "\n").split("\n");
  const starts = people.map(({ line }) => line);
  const wanted = new Set(refused.map(({ line }) => line));
  const head = lines.slice(0, Math.min(...starts) - 1);
  const rest = [...new Set(starts)].flatMap((line, index, all) =>
    wanted.has(line) ? lines.slice(line - 1, (all[index + 1] ?? lines.length + 1) - 1) : [],
  );
  return [...head, ...rest].filter((line) => line.trim() !== "").join("\n");
};
