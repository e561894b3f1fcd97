import * as z from "zod/mini";
import { fieldProblems } from "#shared/api/field-errors.ts";
import type { AnswerOf, OutputOf } from "#shared/api/operation.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";
import type { RefusedElement } from "#shared/sending/accept/accept-batch.ts";
import type { Writer } from "#shared/sending/send.ts";
import { batchOut } from "#shared/sending/wire.ts";
import type { NewSequence } from "./change.ts";
import { newRecipient } from "./contract/fields.ts";
import { type addRecipients, recipient as recipientRecord } from "./contract/people.ts";
import { createSequence, type patchSequence, sequenceChanges, sequence as sequenceRecord } from "./contract/sequences.ts";
import type { ChangedSequence, SequenceChanges } from "./rewrite.ts";
import type { EnrolResult, NewPerson } from "./enrol.ts";
import type { PersonWithSends, Sequence, StepNumbers } from "./sequence.ts";

const asked: Into<Omit<NewSequence, "steps"> & { readonly steps: unknown }, typeof createSequence.body> = fromWire(createSequence.body);

/** A new sequence in the domain's form. An exception: absent texts of a step are empty. */
export const sequenceIn = (body: OutputOf<typeof createSequence.body>): NewSequence => ({
  ...asked(body),
  steps: body.steps.map(({ subject = "", body_html = "", body_text = "", scheduled_after, quote_history }) => ({
    subject,
    bodyHtml: body_html,
    bodyText: body_text,
    quoteHistory: quote_history,
    ...(scheduled_after !== undefined && { scheduledAfter: scheduled_after }),
  })),
});

const NONE = { waiting: 0, sent: 0, answered: 0, bounced: 0, askedToStop: 0, away: 0, cancelled: 0, failed: 0 };

const shown = ({ steps, deletedAt, ...rest }: Sequence, numbers?: readonly StepNumbers[]) => ({
  ...rest,
  status: deletedAt ? ("deleted" as const) : rest.pausedAt ? ("paused" as const) : ("active" as const),
  steps: steps.map((step, index) => ({
    ...step,
    step: index + 1,
    numbers: numbers && (numbers.find((one) => one.step === index + 1) ?? NONE),
  })),
});
const sequence: From<ReturnType<typeof shown>, typeof sequenceRecord> = toWire(sequenceRecord);

/** A sequence in the API. An exception: its steps are numbered, and its state follows from its dates. */
export const sequenceOut = (found: Sequence, numbers?: readonly StepNumbers[]): OutputOf<typeof sequenceRecord> =>
  sequence(shown(found, numbers));

/** The changes of a sequence in the domain's form. */
export const changesIn: Into<SequenceChanges, typeof sequenceChanges> = fromWire(sequenceChanges);

/** A changed sequence in the API. */
export const changedOut = ({ sequence: now, remaining }: ChangedSequence): AnswerOf<typeof patchSequence> => ({
  ...sequenceOut(now),
  remaining,
});

const personIn: Into<Omit<NewPerson, "variables"> & { readonly variables?: NewPerson["variables"] }, typeof newRecipient> =
  fromWire(newRecipient);

/** A person to add, or what is wrong with it. */
export const newPersonIn = (element: unknown): NewPerson | RefusedElement => {
  const { success, data, error } = z.safeParse(newRecipient, element);
  return success ? { variables: {}, ...personIn(data) } : { reason: "invalid", details: fieldProblems(error, element, newRecipient) };
};

/** The answer for added people, in the order of the request: refusals as those of a batch. */
export const addedOut = (
  elements: readonly unknown[],
  results: readonly EnrolResult[],
  by: Pick<Writer, "scopes">,
): AnswerOf<typeof addRecipients> => {
  const refusals = batchOut(
    elements,
    results.map((result) => ("reason" in result ? result : { reason: "invalid" as const, details: [] })),
    by,
  ).results;
  return {
    results: results.map((result, index) => {
      const { to, error, type, details } = refusals[index]!;
      if ("person" in result) return { index, to, id: result.person.id, send_ids: [...result.person.sendIds], error: "" };
      return { index, to, id: "", send_ids: [], error, type, ...(details && { details }) };
    }),
    total: results.length,
  };
};

const shownPerson = ({ person, sends }: PersonWithSends) => ({
  ...person,
  steps: sends.map((send) => ({ ...send, step: send.step ?? 0, sendId: send.id })),
});
const person: From<ReturnType<typeof shownPerson>, typeof recipientRecord> = toWire(recipientRecord);

/** A person of a sequence in the API. An exception: the steps are made of the sends. */
export const personOut = (found: PersonWithSends): OutputOf<typeof recipientRecord> => person(shownPerson(found));
