import { clock, ids } from "#shared/platform/system.ts";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { enrol } from "#shared/sequences/enrol.ts";
import { settleSequence } from "#shared/sequences/change.ts";
import type { Sequence } from "#shared/sequences/sequence.ts";
import { mongoPeople, mongoSequences } from "#shared/sequences/store/sequences.ts";
import { followingElement } from "#shared/threads/follow-up.ts";
import { aMailbox } from "./mailbox.ts";
import { unsubscribeLinks } from "./memory/sending.ts";
import { recordingLog } from "./sending-rig.ts";
import { sendingOnMongo } from "./sending-stores.ts";

const texts = { subject: "", bodyHtml: "", quoteHistory: true };
const PAGE = { limit: 500, offset: 0 };

/** The ports of a sequence's requests on a database. */
export const sequencePorts = (connect: Connect) => {
  const { acceptedSends, sends, deliveries, user, balance } = sendingOnMongo(connect);
  const compose = { clock, ids, sanitize };
  return {
    ...compose,
    log: recordingLog(),
    eventOutbox: mongoEventOutbox(connect),
    acceptedSends,
    sends,
    deliveries,
    user,
    balance,
    sequences: mongoSequences(connect),
    people: mongoPeople(connect),
    sealed: mongoSealedMailboxes(connect, async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } })),
    following: (request: Parameters<typeof followingElement>[1]) => followingElement(compose, request),
    mailboxes: mongoMailboxes(connect),
    ips: { list: async () => [] },
    suppressions: { among: async () => new Map() },
    unsubscribeLinks,
    wakeUps: { wake: async () => {} },
    keptDays: () => 0,
  };
};
/** The same ports, of which a request may have others. */
export type SequencePorts = ReturnType<typeof sequencePorts>;

/** Who may add people. */
const by = { id: ids.objectId(), scopes: ["send"] as const };

/** Adds people with these addresses; answers with the results. */
export const addTo = (ports: SequencePorts, { userId, id }: Pick<Sequence, "userId" | "id">, emails: readonly string[]) =>
  enrol(
    ports,
    { userId, id },
    emails.map((email) => ({ to: { name: "", email }, variables: { name: email } })),
    { by, claim: undefined, answer: (results) => results },
  );

/** A sequence of two steps with these people, whose first emails are due. */
export const sequenceWith = async (
  ports: SequencePorts,
  emails: readonly string[],
  { keptDays = 0, credits = 100, bodyText = "First {{name}}" } = {},
) => {
  const userId = await ports.user(credits);
  const mailbox = aMailbox({ userId });
  await ports.sealed.insert(mailbox, {});
  const createdAt = new Date();
  const steps = [
    { ...texts, subject: "Hi {{name}}", bodyText },
    { ...texts, bodyText: "Second", scheduledAfter: "P1D" },
  ];
  const sequence: Sequence = {
    id: ids.objectId(),
    userId,
    mailboxId: mailbox.id,
    name: "",
    revision: 1,
    people: 0,
    createdAt,
    updatedAt: createdAt,
    steps,
  };
  await ports.sequences.insert(sequence);
  if (emails.length > 0) await addTo({ ...ports, keptDays: () => keptDays }, sequence, emails);
  const claim = async () => {
    const claimed = await ports.deliveries.claim(mailbox.id, { size: 10 });
    if (claimed.kind !== "claimed") throw new Error(claimed.kind);
    return claimed;
  };
  const pause = async (paused: boolean) => {
    await ports.sequences.pause(userId, sequence.id, paused);
    await settleSequence(ports, sequence);
  };
  const enrolled = () => ports.people.list(userId, sequence.id, PAGE);
  const all = async () => (await enrolled()).flatMap((one) => one.sends);
  return { userId, mailbox, sequence, claim, pause, enrolled, all };
};
