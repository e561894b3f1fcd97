import { ledgerOf } from "#shared/accounts/store/users.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { acceptDraft } from "#shared/sending/accept/accept.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { cancelSend } from "#shared/sending/waiting-sends.ts";
import { approveHeld } from "#shared/sending/approve-held.ts";
import { editHeld } from "#shared/sending/held.ts";
import type { Send } from "#shared/sending/send.ts";
import { mongoHeldSends } from "#shared/sending/store/held-sends.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail, type DRAFTER, recordingWakeUps, SENDER } from "#test/support/sending-rig.ts";
import { sendingOnMongo } from "#test/support/sending-stores.ts";

/** Who approves in these tests. */
export const BY = { by: "Anna", operation: "sending/approve", keyId: SENDER.id, sourceIp: "203.0.113.7", userAgent: "test" };
/** So many milliseconds from now. */
export const inMs = (ms: number) => new Date(Date.now() + ms);
/** An hour, ms. */
export const HOUR = 3_600_000;

/** Makes accounts with one mailbox each, unless one is given, and what may be done with their held emails. */
export const heldWorldOn = (connect: Connect) => {
  const store = sendingOnMongo(connect);
  return async (credits = 10, given?: Mailbox) => {
    const userId = given?.userId ?? (await store.user(credits));
    const mailbox = given ?? aMailbox({ userId });
    const suppressed = new Set<string>();
    let uid = 0;
    /** A conversation of the mailbox. */
    const thread = async () => {
      const id = ids.objectId();
      const row = { _id: oid(id), userId: oid(userId), mailboxId: oid(mailbox.id), aliasIds: [] };
      await threadsOf(await connect()).insertOne(row as never);
      return id;
    };
    const published: string[] = [];
    const wakeUps = recordingWakeUps();
    const ports = {
      ...store,
      held: mongoHeldSends(connect),
      mailboxes: { findMany: async () => [mailbox] },
      ips: { list: async () => [] },
      suppressions: {
        among: async (_user: string, emails: readonly string[]) =>
          new Map(emails.filter((email) => suppressed.has(email)).map((email) => [email, "manual" as const])),
      },
      unsubscribeLinks: async () => (id: string) => `https://link.test/${id}`,
      eventOutbox: { publish: async (_source: string, sent: readonly string[]) => (published.push(...sent), []) },
      schedules: { delete: async () => undefined },
      wakeUps,
      clock,
      ids,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    } as never as Parameters<typeof approveHeld>[0] & Parameters<typeof cancelSend>[0] & Parameters<typeof acceptDraft>[0] & typeof store;
    const hold = (facts: Partial<PlacedEmail> = {}, by: typeof SENDER | typeof DRAFTER = SENDER) =>
      acceptDraft(ports, draftSend(ports, { mailbox }, anEmail({ hold: true, ...facts })), {
        by,
        claim: undefined,
        answer: (send) => send,
      });
    const read = async ({ id }: Pick<Send, "id">) => (await store.sends.find(userId, id))!;
    const approve = (send: Pick<Send, "id">, revision = 1, evenIfAnswered = false) =>
      approveHeld(ports, { userId, id: send.id }, { revision, evenIfAnswered }, BY);
    const edit = (send: Pick<Send, "id">, change: object, by: typeof SENDER | typeof DRAFTER = SENDER) =>
      editHeld(ports, userId, send.id, { revision: 1, ...change }, by);
    const claimed = async () => {
      const claim = await store.deliveries.claim(mailbox.id, { size: 25 });
      return claim.kind === "claimed" ? claim.drafts.map(({ send }) => send.id) : [];
    };
    const expire = () =>
      sweep({ ...ports, deliveries: { ...store.deliveries, recover: async () => ({ woken: [], failed: [], more: false }) } });
    const charges = async () =>
      (
        await ledgerOf(await connect())
          .find({ userId: oid(userId), type: "charge" }, { comment: "test only" })
          .toArray()
      ).length;
    const arrives = async (threadId: string, facts: object = {}) => {
      const id = ids.objectId();
      const message = { userId: oid(userId), mailboxId: oid(mailbox.id), threadId: oid(threadId), kind: "reply", createdAt: new Date() };
      const place = { dedupeKey: id, folder: "INBOX", uidValidity: "1", uid: (uid += 1), receivedAt: new Date() };
      await messagesOf(await connect()).insertOne({ _id: oid(id), ...message, ...place, ...facts } as never);
      return id;
    };
    return {
      ...store,
      thread,
      userId,
      mailbox,
      suppressed,
      published,
      wakeUps,
      ports,
      hold,
      read,
      approve,
      edit,
      claimed,
      expire,
      charges,
      arrives,
    };
  };
};
