import { isDeepStrictEqual } from "node:util";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoPages } from "#shared/inbox/store/page/pages.ts";
import type { ReadBodies } from "#shared/platform/body-store.ts";
import type { BodyDays } from "#shared/platform/mongo/retention.ts";
import { messagesOf, WITHOUT_REPORT } from "#shared/inbox/store/message-documents.ts";
import { messageQuery, mongoMessages } from "#shared/inbox/store/messages.ts";
import { sendBodiesOf, sendDocument, sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import { mongoSyncStates } from "#shared/inbox/store/sync-states.ts";
import { threadsOf, toThread } from "#shared/threads/store/thread-documents.ts";
import { recount } from "#shared/threads/store/thread-summary.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { UNANSWERED_MAX, summaryOf, type ThreadFacts } from "#shared/threads/thread-facts.ts";
import type { Thread } from "#shared/threads/thread.ts";
import { fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import { prepareMail } from "#shared/inbox/ingest/ingest.ts";
import { ingestInto } from "#shared/inbox/ingest/store-page.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { PreparedMail } from "#shared/inbox/ingest/prepared-mail.ts";
import type { MessageFacts } from "#shared/inbox/ports/mail-session.ts";
import type { FolderCursor } from "#shared/inbox/pull/sync-state.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "./mailbox.ts";
import { TEST_ONLY } from "./port-suite.ts";

/** A stored send of the mailbox; state only what matters. */
export const aSend = (mailbox: Mailbox, facts: Partial<Send> = {}): Send => {
  const id = ids.objectId();
  return {
    id,
    userId: mailbox.userId,
    mailboxId: mailbox.id,
    fromEmail: mailbox.email,
    fromName: mailbox.displayName,
    toEmail: "jane@peer.test",
    subject: "Hello",
    headers: {},
    status: "sent",
    attempts: 1,
    maxAttempts: 5,
    lastError: "",
    messageId: `<${id}.${ids.random(16)}@example.com>`,
    references: [],
    kind: "",
    sentAt: new Date("2026-11-20T09:00:00Z"),
    createdAt: new Date("2026-11-20T09:00:00Z"),
    ...facts,
  };
};

/** A received mail; `headers` besides From, To, Subject and Date. */
export interface Arrival {
  readonly messageId?: string;
  readonly from?: string;
  readonly subject?: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly receivedAt?: Date;
  readonly facts?: Partial<MessageFacts>;
  /** Only its headers are read. */
  readonly headersOnly?: true;
}

/** Since when somebody waits may be told too late in a conversation of more mail than is remembered. */
const bounded = ({ exchange, ...facts }: ThreadFacts) => {
  const { unanswered = [], ...rest } = exchange ?? {};
  return { ...facts, ...rest, waits: unanswered.length > 0, ...(facts.messages <= UNANSWERED_MAX && { unanswered }) };
};
const boundedIn = (facts: ThreadFacts | undefined, { waitingSince, ...thread }: Thread) =>
  (facts?.messages ?? 0) <= UNANSWERED_MAX ? { ...thread, waitingSince } : thread;

/** The threads of a mailbox whose facts, or whose summary, are not what their messages and sends say. */
export const wrongThreads = async (connect: Connect, mailboxId: string): Promise<readonly string[]> => {
  const database = await connect();
  const threads = await threadsOf(database)
    .find({ mailboxId: oid(mailboxId) }, TEST_ONLY)
    .toArray();
  const wrong = await Promise.all(
    threads.map((thread) =>
      database.transaction(async (session) => {
        const facts = await recount({ database, session }, thread, 10_000);
        const now = facts && { ...toThread(thread), ...summaryOf(facts) };
        const [told, said] = [facts && bounded(facts), now && boundedIn(facts, now)];
        return isDeepStrictEqual([told, said], [bounded(thread.facts), boundedIn(facts, toThread(thread))]) ? [] : [String(thread._id)];
      }),
    ),
  );
  return wrong.flat();
};

/** The inbox's stores on a database, with one mailbox. */
export const inboxStore = (connect: Connect, facts: Partial<Mailbox> = {}, bodyDays?: BodyDays, bodyStore?: ReadBodies) => {
  const mailbox = aMailbox({ email: "me@example.com", inboxEnabledAt: new Date("2026-11-01T00:00:00Z"), ...facts });
  const syncStates = mongoSyncStates(connect);
  const ingest = ingestInto(mongoPages(connect, bodyDays, bodyStore), ids);
  let uid = 0;
  const cursorAt = (role: FolderCursor["role"], uidValidity = "1"): FolderCursor => ({
    path: { junk: "Junk", sent: "Sent", inbox: "INBOX", all: "All Mail", other: "Clients" }[role],
    role,
    uidValidity,
    lastUid: uid,
    since: new Date(0),
    starts: 0,
  });
  const prepare = (arrival: Arrival, cursor: FolderCursor): PreparedMail | undefined => {
    uid += 1;
    const {
      messageId = `<m${uid}.${mailbox.id}@peer.test>`,
      from = "Jane <jane@peer.test>",
      subject = "Hello",
      receivedAt,
      body = "Fine.",
      headers = {},
    } = arrival;
    const lines = {
      From: from,
      To: "me@example.com",
      Subject: subject,
      "Message-ID": messageId,
      ...(arrival.inReplyTo !== undefined && { "In-Reply-To": arrival.inReplyTo }),
      ...(arrival.references && { References: arrival.references.join(" ") }),
      ...headers,
    };
    const raw = Buffer.from(
      `${Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n${body.replaceAll("\n", "\r\n")}\r\n`,
    );
    const at = receivedAt ?? new Date(Date.UTC(2026, 10, 20, 10, 0, uid));
    const message = { uid, size: raw.length, receivedAt: at, seen: false, own: false, ...arrival.facts };
    return prepareMail({ clock, ids }, mailbox, cursor, {
      facts: message,
      parsed: parseMessage(arrival.headersOnly ? raw.subarray(0, raw.indexOf("\r\n\r\n") + 4) : raw),
      ...(arrival.headersOnly && { headersOnly: true }),
    });
  };
  return {
    mailbox,
    userId: mailbox.userId,
    ingest,
    syncStates,
    messages: mongoMessages(connect, bodyStore),
    threads: mongoThreads(connect),
    prepare: (arrivals: readonly Arrival[], role: FolderCursor["role"] = "inbox", uidValidity = "1") =>
      arrivals.map((arrival) => prepare(arrival, cursorAt(role, uidValidity))).filter((mail) => mail !== undefined),
    /** Stores a page under a lease of its own. */
    async commit(mails: readonly PreparedMail[], role: FolderCursor["role"] = "inbox"): Promise<number> {
      const lease = await syncStates.acquire(mailbox, 60_000);
      if (!lease) throw new Error("the mailbox is being pulled");
      try {
        return (await ingest.commit(lease, [cursorAt(role)], mails)).stored;
      } finally {
        await syncStates.release(lease);
      }
    },
    /** Receives mail in one page. */
    async receive(arrivals: readonly Arrival[], role: FolderCursor["role"] = "inbox"): Promise<number> {
      return this.commit(this.prepare(arrivals, role), role);
    },
    async sent(change: Partial<Send> = {}, text = "How are you?"): Promise<Send> {
      const send = aSend(mailbox, change);
      const database = await connect();
      await sendsOf(database).insertOne(sendDocument(send));
      await sendBodiesOf(database).insertOne({ _id: oid(send.id), userId: oid(send.userId), html: "", text });
      return send;
    },
    async send(id: string): Promise<Send> {
      const found = await sendsOf(await connect()).findOne({ _id: oid(id) });
      if (!found) throw new Error("no such send");
      return toSend(found);
    },
    /** The account's received mail in the order of the list, with the fields that lists leave out. */
    async all(): Promise<readonly Message[]> {
      const rows = messagesOf(await connect()).find(messageQuery(mailbox.userId, {}), { projection: WITHOUT_REPORT });
      return (await rows.sort({ receivedAt: -1, _id: -1 }).toArray()).map((row) => fromDocument<Message>(row));
    },
    allThreads() {
      return this.threads.list(mailbox.userId, {}, { limit: 200, offset: 0 });
    },
  };
};
