import { escapeHtml } from "#shared/mail/html/scan.ts";
import { textPart } from "#shared/mail/html/html-to-text.ts";
import { toHeaderText } from "#shared/mail/text.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { Window } from "#shared/sending/departure/wall-time.ts";
import type { Enrolled } from "#shared/sending/ports/acceptance.ts";
import type { CancelTrigger, OnAway, Send, SendBody } from "#shared/sending/send.ts";

/** `{{name}}`, or `{{name|what to say without a value}}`: the only placeholder there is. */
const PLACEHOLDER = /\{\{[ \t]{0,9}([A-Za-z_][A-Za-z0-9_]{0,39})[ \t]{0,9}(?:\|([^{}\r\n]{0,500}))?\}\}/g;
/** A name of a placeholder, the whole text. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const OPEN = "{{";

/** The text of a step, with its placeholders or filled in. */
export interface StepText {
  /** "" for the subject of the conversation. */
  readonly subject: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
}

/** The values of placeholders by their names; an empty one is none. */
type Values = Readonly<Record<string, string>>;

const parts = ["subject", "bodyHtml", "bodyText"] as const;
const written = { subject: toHeaderText, bodyHtml: escapeHtml, bodyText: (value: string) => value } as const;

const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? values[name]! : "");

const fill = (template: string, values: Values, write: (value: string) => string): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string, otherwise = "") => {
    const value = write(valueIn(values, name));
    return value === "" ? otherwise : value;
  });

/** A step for one person: values are escaped in HTML, and have no line breaks in the subject. */
export const fillStep = (step: StepText, values: Values): StepText => {
  const [subject, bodyHtml, bodyText] = parts.map((part) => fill(step[part], values, written[part]));
  return { subject: subject!, bodyHtml: bodyHtml!, bodyText: bodyText! };
};

/** The parts of a step that still have an open placeholder; in HTML also where tags or entities hide it, because its text part would show it. */
export const openIn = ({ subject, bodyHtml, bodyText }: StepText): readonly (keyof StepText)[] => [
  ...(subject.includes(OPEN) ? (["subject"] as const) : []),
  ...(bodyHtml.includes(OPEN) || ((bodyHtml.includes("{") || bodyHtml.includes("&")) && textPart(bodyHtml).includes(OPEN))
    ? (["bodyHtml"] as const)
    : []),
  ...(bodyText.includes(OPEN) ? (["bodyText"] as const) : []),
];

/** The names of a text's placeholders: `needed` have no words to say without a value. */
const namesIn = (step: StepText): readonly { readonly name: string; readonly needed: boolean }[] =>
  parts.flatMap((part) =>
    [...step[part].matchAll(PLACEHOLDER)].map(([, name, otherwise]) => ({ name: name!, needed: otherwise === undefined })),
  );

/** The parts of a step with an open `{{` that is no placeholder, so that no value can fill it. */
export const unfillable = (step: StepText): readonly (keyof StepText)[] => {
  const values = Object.fromEntries(namesIn(step).map(({ name }) => [name, "x"]));
  return parts.filter((part) => openIn(fillStep(step, values)).includes(part) || openIn(fillStep(step, {})).includes(part));
};

/** Every placeholder's name in some steps. */
export const variablesOf = (steps: readonly StepText[]): ReadonlySet<string> => new Set(steps.flatMap(namesIn).map(({ name }) => name));

/** The placeholders without a fallback text for which `values` has no value, each once, with the number of the first step that needs it, from 1. */
export const missingIn = (steps: readonly StepText[], values: Values): ReadonlyMap<string, number> => {
  const missing = new Map<string, number>();
  for (const [index, step] of steps.entries())
    for (const { name, needed } of namesIn(step))
      if (needed && valueIn(values, name).trim() === "" && !missing.has(name)) missing.set(name, index + 1);
  return missing;
};

/** A step: the first email, or a follow-up to the step before it. */
export interface Step extends StepText {
  /** How long after the step before it was sent, an ISO 8601 duration; absent for the first. */
  readonly scheduledAfter?: string | undefined;
  /** Whether the conversation so far is quoted below it. */
  readonly quoteHistory: boolean;
}

/** A sequence: the steps that each of its people gets, until somebody answers. */
export interface Sequence {
  readonly id: string;
  readonly userId: string;
  /** The mailbox of all steps; or several, or a pool, of which one is chosen for each person. */
  readonly mailboxId?: string | undefined;
  readonly mailboxIds?: readonly string[] | undefined;
  readonly pool?: string | undefined;
  readonly name: string;
  readonly steps: readonly Step[];
  /** The hours in which its steps may leave. */
  readonly window?: Window | undefined;
  /** What cancels the steps after the first one. */
  readonly cancelOn?: readonly CancelTrigger[] | undefined;
  readonly onAway?: OnAway | undefined;
  /** How often its steps were written, from 1. */
  readonly revision: number;
  /** How many people were ever put into it. */
  readonly people: number;
  /** Since when it is paused; absent otherwise. */
  readonly pausedAt?: Date | undefined;
  readonly deletedAt?: Date | undefined;
  /** Since when its steps may not be as it is: it was paused, let go on or deleted, and the sweeper has not looked since. */
  readonly unsettledAt?: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What one step of settling did. */
interface Settled {
  /** The ids of the emails that it cancelled. */
  readonly cancelled: readonly string[];
  /** Whether there may be more to do. */
  readonly more: boolean;
}

/** A person of a sequence. */
export interface Person extends Enrolled {
  readonly removedAt?: Date | undefined;
}

/** A person with the sends of all steps, in order. */
export interface PersonWithSends {
  readonly person: Person;
  readonly sends: readonly Send[];
}

/** The new text of a waiting step. */
export interface Rewritten extends SendBody {
  readonly id: string;
  readonly subject: string;
}

/** The most people that a sequence ever has. */
export const PEOPLE_MAX = 10_000;

/** How many people's emails of a step are in each state, or had each event. */
export interface StepNumbers {
  readonly step: number;
  /** They wait, or are with a worker. */
  readonly waiting: number;
  readonly sent: number;
  readonly answered: number;
  readonly bounced: number;
  /** An answer asks to stop. */
  readonly askedToStop: number;
  /** They waited for the return of somebody who was away. */
  readonly away: number;
  readonly cancelled: number;
  readonly failed: number;
}

/** Which sequences a list shows. */
interface SequenceFilter {
  readonly mailboxId?: string | undefined;
  readonly mailboxIds?: readonly string[] | undefined;
}

/** The sequences of an account. */
export interface Sequences {
  insert(sequence: Sequence): Promise<void>;
  /** Also one that is deleted. */
  find(userId: string, id: string): Promise<Sequence | undefined>;
  /** Newest first, the id as tie-break; none that are deleted. */
  list(userId: string, filter: SequenceFilter, page: Page): Promise<readonly Sequence[]>;
  /** The numbers of its steps, counted from the sends; none of a step that nobody has. */
  numbers(userId: string, id: string): Promise<readonly StepNumbers[]>;
  /** Marks it as deleted: nobody is added to it any more; `settle` cancels its steps. Undefined when the account has no such one. */
  delete(userId: string, id: string): Promise<Sequence | undefined>;
  /** Gives it another name, and other steps as its next revision; undefined when it is not there at this revision any more. */
  write(
    sequence: Sequence,
    changes: { readonly name?: string | undefined; readonly steps?: readonly Step[] | undefined },
  ): Promise<Sequence | undefined>;
  /** Marks it as paused, or as going on; `settle` does the same to its steps. Undefined for one that is deleted. */
  pause(userId: string, id: string, paused: boolean): Promise<Sequence | undefined>;
  /** Makes up to 1,000 of its steps as it is: those that wait are paused, go on, or are cancelled with the reason `removed`. */
  settle(userId: string, id: string): Promise<Settled>;
  /** Up to 100 that have been unsettled for `forMs`, the oldest first. */
  unsettled(forMs: number): Promise<readonly Sequence[]>;
  /** Marks it as settled, unless it was paused, let go on or deleted since it was read. */
  settled(sequence: Sequence): Promise<void>;
}

/** The people of sequences. */
export interface People {
  /** Those of these addresses, in lower case, that are in the sequence. */
  among(userId: string, sequenceId: string, emails: readonly string[]): Promise<readonly Person[]>;
  /** Newest first, the id as tie-break. */
  list(userId: string, sequenceId: string, page: Page): Promise<readonly PersonWithSends[]>;
  /** Up to `most` people whose waiting steps were written from an older revision, by their ids, from the one after `after`. */
  outdated(userId: string, sequenceId: string, revision: number, most: number, after?: string): Promise<readonly PersonWithSends[]>;
  countOutdated(userId: string, sequenceId: string, revision: number): Promise<number>;
  /** Writes the steps of a person that wait anew, all in one transaction; false when one of them does not wait any more, so that nothing was written. */
  rewrite(person: Person, revision: number, texts: readonly Rewritten[]): Promise<boolean>;
  /** Marks a person as removed and cancels the steps that wait, in one write; returns the ids of the cancelled, undefined when there is no such person. */
  remove(userId: string, sequenceId: string, id: string): Promise<readonly string[] | undefined>;
}
