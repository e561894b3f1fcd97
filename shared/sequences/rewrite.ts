import { conflict, invalid } from "#shared/platform/errors.ts";
import { textPart } from "#shared/mail/html/html-to-text.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { isWaiting } from "#shared/sending/transitions.ts";
import type { Following } from "#shared/threads/wire.ts";
import { findSequence, type SettlePorts, settleSequence } from "./change.ts";
import {
  type People,
  type PersonWithSends,
  type Rewritten,
  type Sequence,
  type Sequences,
  type Step,
  fillStep,
  missingIn,
  openIn,
  type StepText,
} from "./sequence.ts";

/** The dependencies of changing a sequence. */
export interface ChangePorts extends SettlePorts {
  readonly sequences: Pick<Sequences, "find" | "write" | "pause" | "settle">;
  readonly people: Pick<People, "outdated" | "countOutdated" | "rewrite">;
  readonly sends: Pick<Sends, "bodies">;
  readonly following: Following;
}

/** The new text of a step. An absent subject stays; a change of one body replaces both. */
export interface StepChange {
  readonly step: number;
  readonly subject?: string | undefined;
  readonly bodyHtml?: string | undefined;
  readonly bodyText?: string | undefined;
}

/** What is changed of a sequence. */
export interface SequenceChanges {
  readonly name?: string | undefined;
  readonly paused?: boolean | undefined;
  readonly steps?: readonly StepChange[] | undefined;
}

/** A changed sequence, and how many people still have steps of an older text. */
export interface ChangedSequence {
  readonly sequence: Sequence;
  readonly remaining: number;
}

const changed = (step: Step, { subject = step.subject, bodyHtml, bodyText }: StepChange): Step =>
  bodyHtml === undefined && bodyText === undefined
    ? { ...step, subject }
    : { ...step, subject, bodyHtml: bodyHtml ?? "", bodyText: bodyText ?? "" };

/** The names that a text needs a value for. */
const neededIn = (steps: readonly StepText[]): ReadonlySet<string> => new Set(missingIn(steps, {}).keys());

/** The steps with their new texts. Throws 400 for a step that is not there, for no text, and for a value that people may not have. */
const stepsAfter = ({ steps, people }: Sequence, changes: readonly StepChange[]): readonly Step[] => {
  const known = neededIn(steps);
  const problems = changes.flatMap((change, index) => {
    const at = (field: string, message: string) => [{ field: `steps.${index}.${field}`, message, asSent: true as const }];
    const before = steps[change.step - 1];
    if (!before) return at("step", `must be one of the ${steps.length} steps`);
    const after = changed(before, change);
    const missing = people > 0 ? [...neededIn([after])].filter((name) => !known.has(name)) : [];
    return [
      ...(change.step === 1 && after.subject === "" ? at("subject", "is required of the first step") : []),
      ...(after.bodyHtml === "" && after.bodyText === "" ? at("body_text", "body_html or body_text is required") : []),
      ...missing.flatMap((name) =>
        at("body_text", `people of the sequence may have no value for {{${name}}}: say {{${name}|words without one}}`),
      ),
    ];
  });
  if (problems.length > 0) throw invalid(...problems);
  return steps.map((step, index) => changes.reduce((now, change) => (change.step === index + 1 ? changed(now, change) : now), step));
};

/** The fields of a mailbox that a text is made with; a send's are fixed. */
const originOf = ({ mailboxId: id, userId, fromEmail: email, fromName: displayName }: Send) => ({
  mailbox: { id, userId, email, aliases: [], displayName, tenant: "" },
});

/**
 * The texts of a person's steps that wait, by the present revision. What has left is quoted as it left. Undefined while a worker holds one of them:
 * it leaves with the older text, or waits again.
 */
const textsFor = (
  { following }: Pick<ChangePorts, "following">,
  sequence: Sequence,
  { person, sends }: PersonWithSends,
  bodies: Awaited<ReturnType<Sends["bodies"]>>,
): readonly Rewritten[] | undefined => {
  if (sends.some(({ status, stage }) => status === "processing" && stage !== "intent")) return undefined;
  const chain: Draft[] = [];
  const texts: Rewritten[] = [];
  for (const [index, send] of sends.entries()) {
    const step = sequence.steps[index]!;
    if (!isWaiting(send)) {
      chain.push({ send, body: bodies.get(send.id) ?? { html: "", text: "" } });
      continue;
    }
    const { subject, bodyHtml, bodyText } = fillStep(step, person.variables);
    if (openIn({ subject, bodyHtml, bodyText }).length > 0) return undefined;
    const asked = {
      bodyHtml,
      bodyText,
      ...(subject !== "" && { subject }),
      ...(!step.quoteHistory && { quoteHistory: false }),
      quoteTimezone: "UTC",
    };
    const draft = index === 0 ? undefined : following({ ...asked, follows: index - 1 }).draft(chain, originOf(send));
    const body = draft ? draft.body : { html: bodyHtml, text: bodyText === "" ? textPart(bodyHtml) : bodyText };
    const own = draft ? draft.send.subject : subject;
    texts.push({ id: send.id, subject: own, html: body.html, text: body.text });
    chain.push({ send: { ...send, subject: own }, body });
  }
  return texts;
};

/** How many people one request gives the new text, and how many are read at once. */
const REWRITTEN_MAX = 1_000;
const READ_AT_ONCE = 50;

/** Writes the waiting steps of people anew whose text is older, each person in a transaction. */
const rewriteWaiting = async (ports: ChangePorts, sequence: Sequence): Promise<void> => {
  const { userId, id, revision } = sequence;
  let after: string | undefined;
  for (let read = 0; read < REWRITTEN_MAX; read += READ_AT_ONCE) {
    const found = await ports.people.outdated(userId, id, revision, READ_AT_ONCE, after);
    const quoted = found.flatMap(({ sends }) => sends.filter((send) => !isWaiting(send)).map((send) => send.id));
    const bodies = await ports.sends.bodies(userId, quoted);
    for (const one of found) {
      const texts = textsFor(ports, sequence, one, bodies);
      if (texts) await ports.people.rewrite(one.person, revision, texts);
    }
    after = found.at(-1)?.person.id;
    if (found.length < READ_AT_ONCE) return;
  }
};

/** Pauses a sequence and its steps, or has them go on; undefined for one that was deleted meanwhile. */
const pauseAll = async (ports: ChangePorts, { userId, id }: Sequence, paused: boolean): Promise<Sequence | undefined> => {
  const sequence = await ports.sequences.pause(userId, id, paused);
  if (sequence) await settleSequence(ports, sequence);
  return sequence;
};

/**
 * Changes a sequence. A step's new text applies to everybody to whom the step has not left: waiting steps are rewritten, and repeating the request
 * continues until `remaining` is 0. Pausing also stops claimed steps that no server was given. Throws 400, 404, and 409 for a sequence that is
 * deleted, or that somebody else changed meanwhile.
 */
export const changeSequence = async (
  ports: ChangePorts,
  userId: string,
  id: string,
  { name, paused, steps }: SequenceChanges,
): Promise<ChangedSequence> => {
  const before = await findSequence(ports, userId, id);
  if (before.deletedAt) throw conflict("The sequence cannot be changed", "it is deleted");
  const after = steps && stepsAfter(before, steps);
  const isNew = after && JSON.stringify(after) !== JSON.stringify(before.steps);
  let sequence: Sequence | undefined = before;
  // A pause comes first, so that the old text does not leave while the new one is written.
  if (paused === true) sequence = await pauseAll(ports, before, true);
  if (sequence && (isNew || name !== undefined)) sequence = await ports.sequences.write(before, { name, ...(isNew && { steps: after }) });
  if (!sequence) throw conflict("The sequence was changed meanwhile", "read it again");
  if (sequence.revision > 1) await rewriteWaiting(ports, sequence);
  // The sweeper finds within a minute what is due then.
  if (paused === false) sequence = (await pauseAll(ports, before, false)) ?? sequence;
  const remaining = sequence.revision === 1 ? 0 : await ports.people.countOutdated(userId, id, sequence.revision);
  return { sequence, remaining };
};
