import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import type { Send } from "#shared/sending/send.ts";
import { sendDocument } from "#shared/sending/store/send-documents.ts";
import type { Person, Sequence } from "#shared/sequences/sequence.ts";
import { mongoPeople, mongoSequences, peopleOf } from "#shared/sequences/store/sequences.ts";
import { aSend } from "./inbox-store.ts";
import { aMailbox } from "./mailbox.ts";
import { rawSends } from "./raw-sends.ts";

/** When everything of these sequences was made. */
export const madeAt = new Date("2026-11-20T09:00:00Z");
/** The one step of these sequences. */
export const theStep = { subject: "Hi", bodyHtml: "", bodyText: "Hi", quoteHistory: true };

/** Sequences as stored, each with one person whose one step waits, in one mailbox of one account and of others. */
export const storedSequences = (connect: Connect) => {
  const [sequences, people] = [mongoSequences(connect), mongoPeople(connect)];
  const mailbox = aMailbox();
  const { userId } = mailbox;

  const sequenceOf = async (owner: string, facts: Partial<Sequence> = {}) => {
    const times = { createdAt: madeAt, updatedAt: madeAt };
    const sequence = {
      id: ids.objectId(),
      userId: owner,
      mailboxId: mailbox.id,
      name: "",
      steps: [theStep],
      revision: 1,
      people: 1,
      ...times,
      ...facts,
    };
    await sequences.insert(sequence);
    const waits = { status: "scheduled", scheduledAt: madeAt, dueAt: madeAt } as const;
    const { sentAt: _, ...send } = aSend({ ...mailbox, userId: owner }, { sequenceId: sequence.id, step: 1, ...waits });
    await rawSends(await connect()).insertOne(sendDocument(send));
    const person = { id: ids.objectId(), userId: owner, mailboxId: mailbox.id, sequenceId: sequence.id, email: "a@peer.test" };
    const { id, ...row }: Person = { ...person, variables: {}, sendIds: [send.id], revision: 1, createdAt: madeAt };
    const own = { userId: oid(owner), mailboxId: oid(mailbox.id), sequenceId: oid(sequence.id) };
    await peopleOf(await connect()).insertOne({ ...row, ...own, _id: oid(id) } as never);
    return { sequence, send, person: { id, ...row } };
  };
  const rowOf = async ({ send }: { readonly send: Send }) => (await rawSends(await connect()).findOne({ _id: oid(send.id) }))!;
  /** Its name, its revision, and whether it is paused and deleted; its step's status, and whether that is paused. */
  const stateOf = async ({ sequence, send }: { readonly sequence: Sequence; readonly send: Send }) => {
    const row = await rowOf({ send });
    const { name, revision, pausedAt, deletedAt } = (await sequences.find(sequence.userId, sequence.id))!;
    return [name, revision, pausedAt !== undefined, deletedAt !== undefined, row.status, row.pausedAt !== undefined];
  };
  const writeSend = async (send: Send, $set: object) => rawSends(await connect()).updateOne({ _id: oid(send.id) }, { $set });
  /** Three of them: two of the account, and one of another. */
  const three = async () => ({
    mine: await sequenceOf(userId),
    sibling: await sequenceOf(userId),
    foreign: await sequenceOf(ids.objectId()),
  });
  return { sequences, people, userId, sequenceOf, stateOf, writeSend, three };
};

/** The state of a sequence that nothing has touched. */
export const UNTOUCHED = ["", 1, false, false, "scheduled", false];
