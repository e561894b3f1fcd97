import * as z from "zod/mini";
import { described, named } from "#shared/api/operation.ts";
import { acrossFields, atMost, lineOfText, objectId } from "#shared/api/fields.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import { sendingWindow } from "#shared/api/week-window.ts";
import { awayWait, onAway, scheduledAfter } from "#shared/sending/contract/departure.ts";
import { cancelOn, SUBJECT_MAX } from "#shared/sending/contract/email-fields.ts";
import { cancelTriggers } from "#shared/sending/send.ts";
import { mailboxChoice, poolName } from "#shared/sending/contract/sender.ts";
import { address, labelFields } from "#shared/sending/contract/email-parts.ts";
import { snakeCase } from "#shared/api/wire.ts";
import { unfillable, VARIABLE } from "../sequence.ts";

/** The most steps of a sequence, and the most bytes of their texts together. */
const STEPS_MAX = 10;
const TEXTS_MAX_BYTES = 500_000;
const TOO_LONG = "the texts of all steps together must be at most 500 KB";
/** The longest name of a sequence, characters. */
const NAME_MAX = 200;
/** The most values of a person, and the longest, characters. */
const VALUES_MAX = 40;
const VALUE_MAX = 2_000;

const text = z.string().check(
  atMost(TEXTS_MAX_BYTES, TOO_LONG),
  z.refine((value) => value.isWellFormed(), "must be well-formed Unicode"),
);

const isText = (value: unknown): value is string => typeof value === "string";
const textOf = (value: unknown): string => (isText(value) ? value : "");

interface Texts {
  readonly subject?: unknown;
  readonly body_html?: unknown;
  readonly body_text?: unknown;
}

const OPEN = "must have {{ only in {{name}} or {{name|words without a value}}, with a name of 1 to 40 letters, digits and _";

/** Checks that nothing but placeholders begins with `{{`, so that no step leaves with one. */
const filledWhole = acrossFields(
  z.superRefine<Texts>(({ subject, body_html, body_text }, context) => {
    const texts = { subject: textOf(subject), bodyHtml: textOf(body_html), bodyText: textOf(body_text) };
    if (!fitInBytes(TEXTS_MAX_BYTES, ...Object.values(texts))) return;
    for (const field of unfillable(texts)) context.addIssue({ code: "custom", path: [snakeCase(field)], message: OPEN });
  }),
);

const hasBody = acrossFields(
  z.refine<Texts>(({ body_html, body_text }) => Boolean(body_html) || Boolean(body_text), {
    path: ["body_text"],
    error: "body_html or body_text is required",
  }),
);

/** The texts of a step. */
const stepTexts = {
  subject: described(
    z.optional(lineOfText(SUBJECT_MAX)),
    'The subject, with placeholders; required of the first step. Of another one "" or absent: the conversation\'s with `Re:`.',
  ),
  body_html: described(z.optional(text), "The text as HTML, with placeholders, whose values are escaped."),
  body_text: described(z.optional(text), "The text as plain text, with placeholders; made from the HTML when absent."),
};

const step = named(
  "NewSequenceStep",
  z
    .strictObject({
      ...stepTexts,
      scheduled_after: described(
        z.optional(scheduledAfter),
        "How long after the step before it was sent it leaves, an ISO 8601 duration such as `P3D`; required, and not for the first step, which leaves at once.",
      ),
      quote_history: described(z._default(z.boolean(), true), "Whether the steps before it are quoted below it; true when absent."),
    })
    .check(hasBody, filledWhole),
  "A step of a sequence: `{{name}}` is replaced by each person's value, `{{name|there}}` also where there is none.",
);

interface RawStep extends Texts {
  readonly scheduled_after?: unknown;
}

const asSteps = (value: unknown): readonly RawStep[] =>
  Array.isArray(value) ? value.slice(0, STEPS_MAX).map((one: unknown) => (typeof one === "object" && one !== null ? one : {})) : [];

/** Checks the steps against each other: which have a subject and a time, and how long they are together. */
export const stepsFit = acrossFields(
  z.superRefine<{ readonly steps?: unknown; readonly cancel_on?: unknown; readonly on_away?: unknown }>((body, context) => {
    const steps = asSteps(body.steps);
    const note = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    for (const [index, { subject, scheduled_after: after }] of steps.entries()) {
      if (index === 0 && (subject === undefined || subject === "")) note(["steps", 0, "subject"], "is required of the first step");
      if (index === 0 && after !== undefined)
        note(["steps", 0, "scheduled_after"], "must not be given of the first step, which leaves at once");
      if (index > 0 && after === undefined) note(["steps", index, "scheduled_after"], "is required of every step after the first");
    }
    if (!fitInBytes(TEXTS_MAX_BYTES, ...steps.flatMap(({ body_html, body_text }) => [textOf(body_html), textOf(body_text)])))
      note(["steps"], TOO_LONG);
    if (steps.length !== 1) return;
    for (const field of ["cancel_on", "on_away"] as const)
      if (body[field] !== undefined) note([field], "needs a second step: nobody can answer before the first one");
  }),
);

/** The steps of a new sequence. */
const steps = z
  .array(step)
  .check(z.minLength(1, "must have at least one step"), z.maxLength(STEPS_MAX, `must have at most ${STEPS_MAX} steps`));

/** What a new sequence is made of. */
export const sequenceFields = {
  name: described(z.optional(lineOfText(NAME_MAX)), "A name for people, up to 200 characters."),
  mailbox_id: described(z.optional(objectId), "The mailbox from which all steps are sent; or give `mailbox_ids` or `pool`."),
  mailbox_ids: described(
    z.optional(mailboxChoice),
    "2 to 50 mailboxes, in place of `mailbox_id`: one is chosen for each person, as for an email, and sends all of that person's steps.",
  ),
  pool: described(z.optional(poolName), "The name of a pool, in place of `mailbox_id`: one of its mailboxes is chosen for each person."),
  steps: described(steps, "The first email and its follow-ups, 1 to 10; 500 KB together."),
  window: described(z.optional(sendingWindow), "The hours of the week in which its steps may leave; any time when absent."),
  cancel_on: described(
    z.optional(cancelOn),
    "What cancels a person's further steps: an answer (`reply`), a `bounce`, an `auto_reply`, an automatic answer that says that they have `left`, or an answer that asks to be written to no more (`asked`). Needs inbox sync.",
  ),
  on_away: described(z.optional(onAway), "What a further step does while the person is away; `ignore` when absent. Needs inbox sync."),
};

const stepChange = named(
  "SequenceStepChange",
  z
    .strictObject({
      step: described(z.int().check(z.gte(1), z.lte(STEPS_MAX)), "Which step, from 1."),
      subject: described(stepTexts.subject, "The new subject; it stays when absent."),
      body_html: described(stepTexts.body_html, "The new text as HTML; with a new body_text alone the step has no HTML any more."),
      body_text: described(stepTexts.body_text, "The new text as plain text; made from a new body_html when absent."),
    })
    .check(filledWhole),
  "The new text of a step, for everybody who has not had it. Both bodies stay when neither is given.",
);

/** What can be changed of a sequence. */
export const changeFields = {
  name: sequenceFields.name,
  paused: described(
    z.optional(z.boolean()),
    "True: nobody is added and no step leaves, unless its server has been given it; false: it goes on, each step at its time or, where that is over, now.",
  ),
  steps: described(
    z.optional(
      z.array(stepChange).check(
        z.minLength(1, "must have at least one step"),
        z.maxLength(STEPS_MAX, `must have at most ${STEPS_MAX} steps`),
        z.refine((list) => new Set(list.map(({ step: at }) => at)).size === list.length, "must name each step once"),
      ),
    ),
    "New texts of steps. A placeholder that needs a value must have been needed before, or say words without one, once the sequence has people.",
  ),
};

/** A person's values: string to string. Not z.record, which would drop `__proto__` silently. */
const variables = z.custom<Record<string, string>>().check(
  z.superRefine((values, context) => {
    const note = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (typeof values !== "object" || values === null || Array.isArray(values)) return note([], "must be an object");
    const entries = Object.entries<unknown>(values);
    if (entries.length > VALUES_MAX) return note([], `must have at most ${VALUES_MAX} values`);
    for (const [name, value] of entries) {
      if (!VARIABLE.test(name) || name === "__proto__")
        note([name.slice(0, NAME_MAX)], "must have a name of 1 to 40 letters, digits and _");
      else if (!isText(value)) note([name], "must be a string");
      else if (value.length > VALUE_MAX) note([name], `must be at most ${VALUE_MAX} characters`);
      else if (!value.isWellFormed() || value.includes("\0")) note([name], "must be well-formed Unicode without NUL");
    }
  }),
  z.meta({ type: "object", additionalProperties: { type: "string" }, maxProperties: VALUES_MAX }),
);

/** A person to add; parsed one by one, so that each fails alone. */
export const newRecipient = named(
  "NewSequenceRecipient",
  z.strictObject({
    to: described(address, "The person's address, with or without a name."),
    variables: described(
      z.optional(variables),
      "The values of the placeholders, up to 40 of up to 2,000 characters; a name that no step has is refused.",
    ),
    ...labelFields,
  }),
  "A person to add to a sequence.",
);

const numbersOut = named(
  "SequenceStepNumbers",
  z.object({
    waiting: described(z.int(), "How many people's emails of this step wait."),
    sent: described(z.int(), "How many have left, as many as there are events `send.sent`."),
    answered: described(z.int(), "How many were answered by a person (`send.replied`)."),
    bounced: described(z.int(), "How many were reported as not delivered (`send.bounced`)."),
    asked_to_stop: described(z.int(), "How many have an answer whose `intent` is `unsubscribe`, as read or as corrected."),
    away: described(z.int(), "How many waited for the return of somebody who was away (`on_away`)."),
    cancelled: described(z.int(), "How many were cancelled (`send.cancelled`)."),
    failed: described(z.int(), "How many failed (`send.failed`)."),
  }),
  "The numbers of a step, counted from the sends.",
);

/** A step in answers. */
export const stepOut = named(
  "SequenceStep",
  z.object({
    step: described(z.int(), "Which step it is, from 1."),
    subject: described(z.string(), 'Its subject with placeholders; "" for the conversation\'s.'),
    body_html: described(z.string(), 'Its HTML with placeholders; "" for none.'),
    body_text: described(z.string(), 'Its plain text with placeholders; "" where it is made from the HTML.'),
    scheduled_after: described(z.string(), 'How long after the step before it leaves; "" of the first.'),
    quote_history: described(z.boolean(), "Whether the steps before it are quoted below it."),
    numbers: described(
      z.optional(numbersOut),
      "What became of its emails; of a sequence that is read alone, absent in lists and other answers.",
    ),
  }),
  "A step of a sequence.",
);

/** The options of a sequence in answers. */
export const optionsOut = {
  window: described(z.optional(sendingWindow), "The hours in which its steps may leave; absent for any time."),
  cancel_on: described(z.array(z.enum(cancelTriggers)), "What cancels a person's further steps; empty for nothing."),
  on_away: described(z.optional(awayWait), "What a further step does while the person is away; absent when it ignores that."),
};
