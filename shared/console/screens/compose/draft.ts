import type { Email, FollowingEmail, NewAttachment } from "../../../client/index.ts";
import type { Saved } from "../../data/drafts.ts";
import { pairsOf } from "../../data/pairs.ts";
import type { CancelOn } from "../conversation/written.ts";
import { htmlOf, isBlank, picturesIn, type RichNode } from "../conversation/rich-text.ts";

/** The values of a row, by placeholder. */
export type Values = Readonly<Record<string, string>>;

/** Where a value is inserted: in plain text, in a single line, or in HTML. */
type Target = "text" | "line" | "html";

const PLACEHOLDER = /\{\{([^{}|]{1,100})(?:\|([^{}]{0,500}))?\}\}/g;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const asHtml = (value: string): string => value.replaceAll(/[&<>"']/g, (char) => entities[char]!);
const asLine = (value: string): string => value.replaceAll(/\s+/g, " ").trim();

const written: Readonly<Record<Target, (value: string) => string>> = { text: (value) => value, line: asLine, html: asHtml };

/** Replaces `{{name}}`, or `{{name|what to say without a name}}`, by a row's values; in HTML they are escaped. */
export const fill = (template: string, values: Values, target: Target): string =>
  template.replaceAll(PLACEHOLDER, (_, given: string, otherwise = "") => {
    const name = given.trim().toLowerCase();
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return value === "" ? otherwise : written[target](value);
  });

/** The placeholders that need a value because they name no alternative, each once. */
export const neededBy = (templates: readonly string[]): readonly string[] => [
  ...new Set(
    templates.flatMap((template) =>
      [...template.matchAll(PLACEHOLDER)].flatMap(([, name, otherwise]) => (otherwise === undefined ? [name!.trim().toLowerCase()] : [])),
    ),
  ),
];

/** An email of a sequence, as the form holds it. */
export interface Step {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The formatted text, where there is one instead of `text` and `html`. */
  readonly rich?: RichNode | undefined;
  /** How many days after the email before it; the first email has none. */
  readonly days: string;
}

/** The hours of the week to which sending is limited, as the form holds them. */
export interface Hours {
  readonly days: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  readonly from: string;
  readonly to: string;
}

/** What the form holds. */
export interface Draft {
  /** The mailbox's id, or `pool:` and the name of a pool. */
  readonly mailboxId: string;
  readonly isList: boolean;
  /** The recipient of a single email. */
  readonly to: string;
  /** The recipients as a pasted table. */
  readonly table: string;
  readonly cc: string;
  readonly bcc: string;
  readonly steps: readonly Step[];
  readonly tags: string;
  readonly metadata: string;
  readonly files: readonly NewAttachment[];
  /** A local time such as `2026-12-01T09:00`; "" for now. */
  readonly at: string;
  /** The zone of `at` and `hours`. */
  readonly timezone: string;
  readonly hours: Hours | undefined;
  /** What cancels the follow-ups. */
  readonly cancelOn: readonly CancelOn[];
  readonly unsubscribe: boolean;
  /** Names the draft, from its first letter until it is sent. */
  readonly key: string;
  /** When it was changed last, ms since 1970. */
  readonly changedAt: number;
  /** The draft that the account keeps of it. */
  readonly saved?: Saved | undefined;
}

/** A step without text. */
export const emptyStep: Step = { subject: "", text: "", html: "", days: "3" };

/** A new draft. */
export const newDraft = (timezone: string): Draft => ({
  mailboxId: "",
  isList: false,
  to: "",
  table: "",
  cc: "",
  bcc: "",
  steps: [emptyStep],
  tags: "",
  metadata: "",
  files: [],
  at: "",
  timezone,
  hours: undefined,
  cancelOn: ["reply", "bounce"],
  unsubscribe: false,
  key: crypto.randomUUID(),
  changedAt: 0,
});

/** An email of a batch, or a follow-up to an earlier one of it. */
export type Element = Email | FollowingEmail;

/** All emails for one recipient. */
export interface Sequence {
  /** The line of the table; 0 for a single email. */
  readonly line: number;
  readonly to: string;
  /** `follows` counts from the sequence's first email. */
  readonly emails: readonly Element[];
}

const listOf = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const filledList = (list: readonly string[]) => (list.length > 0 ? list : undefined);

/** Writes a template out for a recipient. */
type Write = (template: string, target: Target) => string;

/** The fields that every email of a sequence has. */
const everyEmail = (draft: Draft, fillIn: Write) => {
  const metadata = Object.fromEntries(Object.entries(pairsOf(draft.metadata)).map(([name, value]) => [name, fillIn(value, "line")]));
  const { hours, timezone } = draft;
  return {
    cc: filledList(listOf(draft.cc)),
    bcc: filledList(listOf(draft.bcc)),
    tags: filledList(listOf(draft.tags)),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(hours && { window: { ...hours, days: [...hours.days], timezone } }),
    ...(draft.unsubscribe && { unsubscribe: true }),
  };
};

/** The HTML of a step: made of its formatted text, or as it was written. */
export const htmlIn = ({ html, rich }: Step): string => (rich === undefined ? html : isBlank(rich) ? "" : htmlOf(rich));

/** A formatted text is sent only as HTML: the service makes the text part. */
const bodyOf = (step: Step, fillIn: Write) => {
  const html = htmlIn(step);
  return {
    ...(step.text !== "" && step.rich === undefined && { body_text: fillIn(step.text, "text") }),
    ...(html !== "" && { body_html: fillIn(html, "html") }),
  };
};

/** The files of a step: those of the draft go with the first email, a picture with the text that shows it. */
export const filesOf = ({ files, steps }: Draft, index: number): readonly NewAttachment[] => {
  const { rich } = steps[index]!;
  const shown = new Set(rich ? picturesIn(rich) : []);
  return files.filter(({ content_id: id }) => (id === undefined ? index === 0 : shown.has(id)));
};

const POOL = "pool:";

/** How a draft names a pool. */
export const asPool = (name: string): string => `${POOL}${name}`;

/** From where a draft is sent, as the API names it. */
export const senderIn = ({ mailboxId }: Pick<Draft, "mailboxId">): Pick<Email, "mailbox_id" | "pool"> =>
  mailboxId.startsWith(POOL) ? { pool: mailboxId.slice(POOL.length) } : { mailbox_id: mailboxId };

/** Writes the emails for one recipient. */
export const emailsFor = (draft: Draft, to: Email["to"], fillIn: Write): readonly Element[] => {
  const shared = everyEmail(draft, fillIn);
  return draft.steps.map((step, index): Element => {
    const subject = fillIn(step.subject, "line");
    const files = filesOf(draft, index);
    const attachments = files.length > 0 && { attachments: [...files] };
    if (index > 0)
      return {
        ...shared,
        follows: index - 1,
        ...(subject !== "" && { subject }),
        ...bodyOf(step, fillIn),
        ...attachments,
        scheduled_after: `P${step.days.trim()}D`,
        ...(draft.cancelOn.length > 0 && { cancel_on: draft.cancelOn }),
      };
    return {
      ...shared,
      ...senderIn(draft),
      to,
      subject,
      ...bodyOf(step, fillIn),
      ...attachments,
      ...(draft.at !== "" && { send_at: { local: draft.at, timezone: draft.timezone } }),
    };
  });
};

/** The properties of every part of the form. */
export interface FormPart {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The API's error for a field of a step's email; undefined when it has none. */
  readonly errorAt: (step: number, ...fields: readonly string[]) => string | undefined;
}

/** Finds the error of a field or of a part of it: `cc` has that of `cc.0`. */
export const errorFinder =
  (faults: Readonly<Record<string, string>>): FormPart["errorAt"] =>
  (step, ...fields) =>
    Object.entries(faults).find(([name]) =>
      fields.some((field) => name === `${step}.${field}` || name.startsWith(`${step}.${field}.`)),
    )?.[1];

/** A draft in which one step is changed. */
export const withStep = ({ steps }: Draft, index: number, changes: Partial<Step>): Partial<Draft> => ({
  steps: steps.map((step, at) => (at === index ? { ...step, ...changes } : step)),
});
