import { t } from "../../data/language.ts";
import { columnName } from "../compose/csv.ts";
import type { NewSequence, Sequence } from "../../../client/index.ts";
import { type Hours, senderIn } from "../compose/draft.ts";
import type { CancelOn } from "../conversation/written.ts";

/** `{{name}}`, or `{{name|what to say without a value}}`, as the service reads them. */
const PLACEHOLDER = /\{\{[ \t]{0,9}([A-Za-z_][A-Za-z0-9_]{0,39})[ \t]{0,9}(?:\|([^{}\r\n]{0,500}))?\}\}/g;

/** The values of a person, by placeholder. */
export type Values = Readonly<Record<string, string>>;

/** A step's texts with their placeholders. */
interface Texts {
  readonly subject?: string | undefined;
  readonly body_html?: string | undefined;
  readonly body_text?: string | undefined;
}

const textsOf = ({ subject = "", body_html: html = "", body_text: text = "" }: Texts): readonly string[] => [subject, html, text];

/** The placeholders that some texts have. */
export const usedIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name)));

/** The placeholders that steps have. */
export const usedBy = (steps: readonly Texts[]): ReadonlySet<string> => usedIn(steps.flatMap(textsOf));

const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? values[name]! : "");

/** The placeholders without other words that have no value, with the first step that needs each, from 1. */
export const missingIn = (steps: readonly Texts[], values: Values): ReadonlyMap<string, number> => {
  const missing = new Map<string, number>();
  for (const [index, step] of steps.entries())
    for (const text of textsOf(step))
      for (const [, name = "", otherwise] of text.matchAll(PLACEHOLDER))
        if (otherwise === undefined && valueIn(values, name).trim() === "" && !missing.has(name)) missing.set(name, index + 1);
  return missing;
};

/** A piece of a text that is filled in: as it was written, a value, other words, or a placeholder that has none of these. */
interface Piece {
  readonly text: string;
  readonly is: "plain" | "value" | "missing";
}

/** A text with a person's values, piece by piece; without values every placeholder is missing. */
export const piecesOf = (template: string, values: Values | undefined): readonly Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    const [whole, name = "", otherwise] = found;
    const value = values && (valueIn(values, name) || otherwise);
    pieces.push({ text: template.slice(at, found.index), is: "plain" });
    pieces.push(value === undefined ? { text: whole, is: "missing" } : { text: value, is: "value" });
    at = found.index + whole.length;
  }
  return [...pieces, { text: template.slice(at), is: "plain" as const }].filter(({ text }) => text !== "");
};

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const written = {
  text: (value: string): string => value,
  line: (value: string): string => value.replaceAll(/\s+/g, " ").trim(),
  html: (value: string): string => value.replaceAll(/[&<>"']/g, (char) => entities[char]!),
} as const;

/** A text with a person's values, as the service writes it. */
export const fill = (template: string, values: Values, target: keyof typeof written): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string, otherwise = "") => written[target](valueIn(values, name)) || otherwise);

/** What is wrong with the placeholders of a text; "" when nothing is. In the API's words. */
export const openIn = (text: string): string =>
  text.replaceAll(PLACEHOLDER, "").includes("{{")
    ? t("must have {{ only in {{name}} or {{name|words without a value}}, with a name of 1 to 40 letters, digits and _")
    : "";

/** How much of a heading is looked at, characters. */
const HEADING_MAX = 80;

/** A column's heading as the name of a placeholder, which has no accents: `Straße 2` is `strasse_2`. */
export const variableName = (heading: string): string =>
  columnName(heading)
    .slice(0, HEADING_MAX)
    // oxlint-disable-next-line no-restricted-properties -- of a few characters
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[^a-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "_")
    .slice(0, 40);

/** The units in which a step waits, with the durations that they make. */
const units = {
  hours: (n: string) => `PT${n}H`,
  days: (n: string) => `P${n}D`,
  weeks: (n: string) => `P${String(Number(n) * 7)}D`,
} as const;

/** A step as the form holds it. */
export interface PlanStep {
  readonly subject: string;
  readonly text: string;
  /** How long after the step before it; the first has none. */
  readonly wait: string;
  readonly unit: keyof typeof units;
}

/** What the form of a new sequence holds. */
export interface Plan {
  readonly name: string;
  /** The mailbox's id, or `pool:` and the name of a pool. */
  readonly mailboxId: string;
  readonly steps: readonly PlanStep[];
  readonly hours: Hours | undefined;
  readonly timezone: string;
  readonly cancelOn: readonly CancelOn[];
  /** How many days after a note a step leaves that names no day of return; "" to leave whoever is away. */
  readonly awayDays: string;
  readonly people: string;
  /** When it was changed last, ms since 1970. */
  readonly changedAt: number;
}

const WORKDAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

/** A further step without a text. */
export const nextStep: PlanStep = { subject: "", text: "", wait: "3", unit: "days" };

/** A new sequence: on working days, ended by an answer, patient with whoever is away. */
export const newPlan = (timezone: string): Plan => ({
  name: "",
  mailboxId: "",
  steps: [nextStep, nextStep],
  hours: { days: WORKDAYS, from: "08:00", to: "18:00" },
  timezone,
  cancelOn: ["reply", "bounce", "left"],
  awayDays: "7",
  people: "",
  changedAt: 0,
});

/** The sequence that a form describes. */
export const sequenceIn = (plan: Plan): NewSequence => {
  const { name, steps, hours, timezone, cancelOn, awayDays } = plan;
  const hasReminders = steps.length > 1;
  return {
    ...(name.trim() !== "" && { name: name.trim() }),
    ...senderIn(plan),
    steps: steps.map(({ subject, text, wait, unit }, index) => ({
      ...((index === 0 || subject.trim() !== "") && { subject: subject.trim() }),
      body_text: text,
      ...(index > 0 && { scheduled_after: units[unit](wait.trim()) }),
    })),
    ...(hours && { window: { ...hours, days: [...hours.days], timezone } }),
    ...(hasReminders && cancelOn.length > 0 && { cancel_on: cancelOn }),
    ...(hasReminders && awayDays !== "" && { on_away: { wait: "until_return" as const, else: units.days(awayDays.trim()) } }),
  };
};

/** A sequence that is there, as it would be made. */
export const asNew = ({ name, mailbox_id, mailbox_ids, pool, steps, window, cancel_on, on_away }: Sequence): NewSequence => ({
  name,
  ...(mailbox_id !== "" && { mailbox_id }),
  ...(mailbox_ids.length > 0 && { mailbox_ids }),
  ...(pool !== "" && { pool }),
  steps: steps.map(({ subject, body_html, body_text, scheduled_after, quote_history }) => ({
    subject,
    ...(body_html !== "" && { body_html }),
    ...(body_text !== "" && { body_text }),
    ...(scheduled_after !== "" && { scheduled_after }),
    quote_history,
  })),
  ...(window && { window }),
  ...(steps.length > 1 && cancel_on.length > 0 && { cancel_on }),
  ...(steps.length > 1 && on_away && { on_away }),
});

/** What is wrong with a form, by the API's fields and in its words, as far as that shows before asking it. */
export const faultsIn = ({ steps }: Plan): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = {};
  const note = (field: string, problem: string): void => void (problem !== "" && (faults[field] ??= problem));
  for (const [index, { subject, text, wait }] of steps.entries()) {
    const at = `steps.${index}`;
    note(`${at}.subject`, index === 0 && subject.trim() === "" ? t("is required of the first step") : openIn(subject));
    note(`${at}.body_text`, text.trim() === "" ? t("is required") : openIn(text));
    note(`${at}.scheduled_after`, index === 0 || /^\d{1,4}$/.test(wait.trim()) ? "" : t("is required of every step after the first"));
  }
  return faults;
};
