import { conflict, notFound, Refusal } from "#shared/platform/errors.ts";
import { acceptDrafts, type AcceptPorts, refusalBeyond } from "#shared/sending/accept/accept.ts";
import type { SendRequest } from "#shared/sending/accept/draft.ts";
import { type BatchElement, prepareBatch, type RefusedElement } from "#shared/sending/accept/accept-batch.ts";
import { contactedField } from "#shared/sending/refused-recipients.ts";
import {
  type Accepted,
  acceptedOf,
  type Draft,
  EnrolmentOutdated,
  type Enrolment,
  type SavedAnswer,
} from "#shared/sending/ports/acceptance.ts";
import type { Labels, Writer } from "#shared/sending/send.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { durationMs } from "#shared/platform/duration.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import type { Following } from "#shared/threads/wire.ts";
import {
  type People,
  PEOPLE_MAX,
  type Person,
  type Sequence,
  type Sequences,
  fillStep,
  missingIn,
  openIn,
  type StepText,
  variablesOf,
} from "./sequence.ts";

/** The dependencies of adding people. */
export interface EnrolPorts extends AcceptPorts {
  readonly sequences: Pick<Sequences, "find">;
  readonly people: Pick<People, "among">;
  readonly following: Following;
  /** How long the stage keeps mail's bodies, days; 0 for ever. */
  readonly keptDays: () => number;
}

/** A person to be added. */
export interface NewPerson extends Labels {
  readonly to: Address;
  readonly variables: Readonly<Record<string, string>>;
}

/** The result for one person. */
export type EnrolResult = { readonly person: Person } | RefusedElement;

/** How to answer. */
interface EnrolReceipt<Answer> {
  readonly by: Writer;
  readonly claim: SavedAnswer["claim"] | undefined;
  readonly answer: (results: readonly EnrolResult[]) => Answer;
}

const refused = (field: string, message: string): RefusedElement => ({ reason: "invalid", details: [{ field, message, asSent: true }] });
const already = (person: Person): RefusedElement => ({
  reason: "conflict",
  details: [{ field: "to", message: `is in this sequence already, as ${person.id}${person.removedAt ? ", and was removed from it" : ""}` }],
});

/** The most characters of a subject, and of a body's bytes (as of any email). */
const SUBJECT_MAX = 998;
const BODY_MAX_BYTES = 1_000_000;
/** The most emails of one transaction, and about how many characters their quotes may have. */
const EMAILS_AT_ONCE = 1_000;
const QUOTED_AT_ONCE = 4_000_000;
/** How often adding is tried again when others have changed the sequence meanwhile. */
const TRIES = 5;
const DAY_MS = 86_400_000;

/** What is wrong with a person's values; undefined when all steps can be written with them. */
const faultOf = ({ steps }: Sequence, texts: readonly StepText[], { variables }: NewPerson): RefusedElement | undefined => {
  const known = variablesOf(steps);
  const details = [
    ...Object.keys(variables).flatMap((name) =>
      known.has(name) ? [] : [{ field: `variables.${name}`, message: "is in no step of the sequence", asSent: true as const }],
    ),
    ...[...missingIn(steps, variables)].map(([name, step]) => ({
      field: `variables.${name}`,
      message: `is required by step ${step}`,
      asSent: true as const,
    })),
    ...texts.flatMap((text, index) => [
      ...(openIn(text).length > 0 ? [{ field: "variables", message: `step ${index + 1} would leave with {{`, asSent: true as const }] : []),
      ...(text.subject.length > SUBJECT_MAX
        ? [{ field: "variables", message: `the subject of step ${index + 1} would be too long`, asSent: true as const }]
        : []),
      ...(fitInBytes(BODY_MAX_BYTES, text.bodyHtml, text.bodyText)
        ? []
        : [{ field: "variables", message: `step ${index + 1} would be too long`, asSent: true as const }]),
    ]),
  ];
  return details.length > 0 ? { reason: "invalid", details } : undefined;
};

/** The steps of a person, as elements of a batch whose first one has this index. */
const stepsOf = (
  ports: Pick<EnrolPorts, "following">,
  sequence: Sequence,
  { person, texts }: Candidate,
  at: number,
): readonly BatchElement[] => {
  const { id: sequenceId, mailboxId, mailboxIds, pool, window, cancelOn, onAway } = sequence;
  const first: SendRequest = { ...person, ...texts[0]!, mailboxId, mailboxIds, pool, window, sequenceId, step: 1 };
  const rest = sequence.steps.slice(1).map(({ scheduledAfter, quoteHistory }, index) => {
    const { subject, ...body } = texts[index + 1]!;
    const given = { ...body, ...(subject !== "" && { subject }), scheduledAfter, window, cancelOn, onAway, sequenceId, step: index + 2 };
    return ports.following({ ...given, quoteTimezone: "UTC", ...(!quoteHistory && { quoteHistory }), follows: at + index });
  });
  return [first, ...rest];
};

/** A person who may be added, with the text of each step. */
interface Candidate {
  readonly index: number;
  readonly person: NewPerson;
  readonly texts: readonly StepText[];
}

const emailOf = ({ to }: NewPerson): string => to.email.toLowerCase();

/** When a person's values are deleted: as long after the last step is planned as mail's bodies are kept. */
const expiryOf = ({ steps }: Sequence, createdAt: Date, keptDays: number): Pick<Person, "expiresAt"> => {
  if (keptDays === 0) return {};
  const planned = steps.reduce((sum, { scheduledAfter = "PT0S" }) => sum + (durationMs(scheduledAfter) ?? 0), 0);
  return { expiresAt: new Date(createdAt.getTime() + planned + keptDays * DAY_MS) };
};

/** How many people's steps one transaction takes. */
const peopleAtOnce = ({ steps }: Sequence): number => {
  const length = steps.reduce((sum, { bodyHtml, bodyText }) => sum + bodyHtml.length + bodyText.length, 0);
  return Math.max(1, Math.min(Math.floor(EMAILS_AT_ONCE / steps.length), Math.floor(QUOTED_AT_ONCE / (steps.length ** 2 * length + 1))));
};

/** Throws 404 for a sequence that the account does not have, and 409 for one that takes nobody. */
const openSequence = async ({ sequences }: Pick<EnrolPorts, "sequences">, userId: string, id: string): Promise<Sequence> => {
  const sequence = await sequences.find(userId, id);
  if (!sequence) throw notFound("Sequence");
  if (sequence.deletedAt) throw conflict("The sequence takes nobody more", "it is deleted");
  if (sequence.pausedAt) throw conflict("The sequence takes nobody now", "it is paused: let it go on first");
  if (sequence.people >= PEOPLE_MAX)
    throw conflict("The sequence takes nobody more", `it has had ${PEOPLE_MAX} people, the most there may be`);
  return sequence;
};

/** Accepts the steps of some people in one transaction. */
const enrolSome = async (
  ports: EnrolPorts,
  sequence: Sequence,
  candidates: readonly Candidate[],
  by: Writer,
  save: (results: ReadonlyMap<number, EnrolResult>) => SavedAnswer | undefined,
): Promise<ReadonlyMap<number, EnrolResult>> => {
  const { id: sequenceId, userId, revision } = sequence;
  const steps = sequence.steps.length;
  const elements = candidates.flatMap((candidate, at) => stepsOf(ports, sequence, candidate, at * steps));
  const prepared = await prepareBatch(ports, userId, elements, by);
  const results = prepared.resultsOf({ count: elements.length });
  const chains = candidates.map((candidate, at) => ({ candidate, chain: results.slice(at * steps, (at + 1) * steps) }));
  const draftOf = new Map(prepared.drafts.map((draft) => [draft.send.id, draft]));
  const createdAt = ports.clock.now();
  const whole = chains.flatMap(({ candidate, chain }) => {
    const drafts = chain.flatMap((result) => ("send" in result ? [draftOf.get(result.send.id)!] : []));
    if (drafts.length < steps) return [];
    const { to, variables } = candidate.person;
    const sendIds = drafts.map(({ send }) => send.id);
    const { mailboxId } = drafts[0]!.send;
    const person: Person = {
      id: ports.ids.objectId(),
      userId,
      mailboxId,
      sequenceId,
      email: emailOf(candidate.person),
      variables,
      sendIds,
      revision,
      createdAt,
      ...(to.name && { name: to.name }),
      ...expiryOf(sequence, createdAt, ports.keptDays()),
    };
    return [{ index: candidate.index, drafts, person }];
  });
  const drafts = whole.flatMap((one) => one.drafts);
  const resultsIn = (accepted: Accepted): ReadonlyMap<number, EnrolResult> => {
    const stored = new Set(acceptedOf(drafts, accepted));
    const bad = chains.flatMap(({ candidate, chain }) =>
      chain.flatMap((result) => ("reason" in result ? [[candidate.index, result] as const] : [])).slice(0, 1),
    );
    const good = whole.map(
      ({ index, drafts: [first], person }) => [index, stored.has(first!) ? { person } : refusalOf(accepted, first!, by)] as const,
    );
    return new Map<number, EnrolResult>([...bad, ...good]);
  };
  if (drafts.length === 0) return resultsIn({ count: 0 });
  const enrolment: Enrolment = { sequenceId, revision, steps, people: whole.map(({ person }) => person) };
  const saved = save(new Map());
  const answering = saved && { claim: saved.claim, answer: (accepted: Accepted) => save(resultsIn(accepted))!.answer(accepted) };
  return resultsIn(await acceptDrafts(ports, userId, drafts, answering, undefined, enrolment));
};

const refusalOf = (accepted: Accepted, first: Draft, by: Writer): RefusedElement => {
  const contacted = accepted.contacted?.get(first.send.id);
  if (contacted) return { reason: "recentlyContacted", details: [contactedField(contacted, by)] };
  return { reason: refusalBeyond(accepted, first, by).reason, details: [] };
};

/** Sorts out whom the sequence cannot take: bad values, who is named twice, and who is in it already. */
const judge = async (
  ports: EnrolPorts,
  sequence: Sequence,
  people: readonly (NewPerson | RefusedElement)[],
): Promise<{ readonly refusals: ReadonlyMap<number, RefusedElement>; readonly candidates: readonly Candidate[] }> => {
  const emails = people.flatMap((one) => ("to" in one ? [emailOf(one)] : []));
  const there = new Map((await ports.people.among(sequence.userId, sequence.id, emails)).map((person) => [person.email, person]));
  const seen = new Set<string>();
  const refusals = new Map<number, RefusedElement>();
  const candidates: Candidate[] = [];
  for (const [index, person] of people.entries()) {
    if ("reason" in person) {
      refusals.set(index, person);
      continue;
    }
    const texts = sequence.steps.map((step) => fillStep(step, person.variables));
    const known = there.get(emailOf(person));
    const fault = seen.has(emailOf(person))
      ? refused("to", "is named twice")
      : (known && already(known)) || faultOf(sequence, texts, person);
    seen.add(emailOf(person));
    if (fault) refusals.set(index, fault);
    else candidates.push({ index, person, texts });
  }
  return { refusals, candidates };
};

/**
 * Adds people to a sequence: every step of a person is accepted and charged now, or none. Each person is judged separately, as far as the balance and
 * the hourly limit reach. Throws 404, 409 for a sequence that is deleted or full, and 402 or 429 when these allow nobody and nothing else is wrong.
 */
export const enrol = async <Answer>(
  ports: EnrolPorts,
  { userId, id }: { readonly userId: string; readonly id: string },
  people: readonly (NewPerson | RefusedElement)[],
  { by, claim, answer }: EnrolReceipt<Answer>,
  tries = TRIES,
): Promise<Answer> => {
  const results = new Map<number, EnrolResult>();
  const answered = (more: ReadonlyMap<number, EnrolResult>) => answer(people.map((_, index) => (more.get(index) ?? results.get(index))!));
  for (let attempt = 0; ; attempt += 1) {
    const sequence = await openSequence(ports, userId, id);
    const pending = people.map((person, index) => ("to" in person && results.has(index) ? undefined : person));
    const { refusals, candidates } = await judge(
      ports,
      sequence,
      pending.map((person) => person ?? DONE),
    );
    for (const [index, refusal] of refusals) if (!results.has(index)) results.set(index, refusal);
    const size = peopleAtOnce(sequence);
    try {
      for (let at = 0; at < candidates.length; at += size) {
        const some = candidates.slice(at, at + size);
        const isLast = at + size >= candidates.length;
        // The answer is saved with the last charge; what a failure before that has added is told as there already.
        const save = (more: ReadonlyMap<number, EnrolResult>) => (isLast && claim ? { claim, answer: () => answered(more) } : undefined);
        for (const [index, result] of await enrolSome(ports, sequence, some, by, save)) results.set(index, result);
      }
      break;
    } catch (error) {
      if (!(error instanceof EnrolmentOutdated)) throw error;
      if (attempt >= tries) throw conflict("The sequence was changed meanwhile", "nothing more was added: try again");
    }
  }
  const all = [...results.values()];
  const isBeyond = (reason: Refusal["reason"]) => all.length > 0 && all.every((result) => "reason" in result && result.reason === reason);
  if (isBeyond("walletEmpty")) throw new Refusal("walletEmpty", "The wallet is empty");
  return answered(results);
};

/** Stands for whom an earlier attempt has dealt with. */
const DONE: RefusedElement = { reason: "invalid", details: [] };
