import { ObjectId } from "mongodb";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { eventsOf } from "#shared/events/store/event-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { ledgerOf, mongoWallets } from "#shared/accounts/store/users.ts";
import { metricsOf } from "#shared/metrics/store.ts";
import { isPermanent } from "#shared/mail/read/bounces/bounce-class.ts";
import type { EventSource, EventType } from "#shared/events/event.ts";
import { counters } from "#shared/metrics/counts.ts";
import { draftsOf } from "./sending-stores.ts";
import { aMailbox } from "./mailbox.ts";
import { TEST_ONLY } from "./port-suite.ts";
import type { Random } from "./random.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const bouncesFor = [
  { email: "a@example.com", reason: "no such user", status: "5.1.1" },
  { email: "b@example.com", reason: "mailbox full", status: "5.2.2" },
  { email: "c@example.com", reason: "", status: "4.4.1" },
] as const;

type Counters = Record<string, number>;

/** An account to which random things happen, written as the product writes them, and what its metrics must then be. */
export const metricsWorld = async (connect: Connect, random: Random) => {
  const database = await connect();
  const userId = new ObjectId();
  const user = userId.toHexString();
  await mongoWallets(connect).topUp(user, 100_000, "test");
  const boxes = ["One.example", "two.example"].map((domain) => aMailbox({ userId: user, email: `${random(1e9)}@${domain}` }));
  for (const { id, email } of boxes)
    await mailboxesOf(database).insertOne({ _id: new ObjectId(id), userId, email, emailKey: email } as never);
  const acceptedSends = mongoAcceptedSends(connect);
  const eventOutbox = mongoEventOutbox(connect);
  const one = <T>(of: readonly T[]): T => of[random(of.length)]!;
  const sends: string[] = [];

  /** Some emails are accepted, with tags. */
  const accept = async () => {
    const mailbox = one(boxes);
    const emails = Array.from({ length: 1 + random(9) }, () => ({ tags: [[], ["spring"], ["spring", "vip.$x"]][random(3)] as string[] }));
    const drafts = draftsOf(user, emails, mailbox);
    await acceptedSends.accept(user, drafts);
    sends.push(...drafts.map(({ send }) => send.id));
  };

  const push = async (source: EventSource, id: string, set: object, types: readonly EventType[], publish = true) => {
    const at = new Date(Date.now() - random(3 * HOUR_MS));
    const news = { $push: { news: { $each: types.map((type) => ({ type, at })) } }, $set: { ...set, newsAt: at } };
    await database.collection(source).updateOne({ _id: new ObjectId(id) }, news as never, { upsert: true });
    if (publish) await eventOutbox.publish(source, [id]);
  };
  const ofSend: readonly (() => Promise<void>)[] = [
    () =>
      push(
        "sends",
        one(sends),
        { status: "sent", sentAt: new Date(Date.now() - random(3 * HOUR_MS)), ...(random(2) === 0 && { awayUntil: new Date() }) },
        ["send.sent"],
      ),
    () => push("sends", one(sends), { status: "failed" }, ["send.failed"]),
    () =>
      push(
        "sends",
        one(sends),
        { status: "cancelled", cancelReason: one(["replied", "bounced", "left", "suppressed", "asked", "original"]) },
        ["send.cancelled", "send.settled"],
      ),
    () => push("sends", one(sends), { repliedAt: new Date() }, ["send.replied"]),
    () => push("sends", one(sends), { complainedAt: new Date() }, ["send.complained"]),
    // One to three recipients bounce, some before anything is published.
    async () => {
      const id = one(sends);
      for (let n = 0; n <= random(3); n += 1) {
        const bounce = { ...one(bouncesFor), at: new Date() };
        await database.collection("sends").updateOne({ _id: new ObjectId(id) }, { $push: { bounces: bounce } } as never);
        await push("sends", id, {}, ["send.bounced"], random(2) === 0);
      }
      await eventOutbox.publish("sends", [id]);
    },
  ];
  let uid = 0;
  const message = (kind: string, receivedAt: Date, emailJobId?: string) => ({
    userId,
    folder: "INBOX",
    uidValidity: "1",
    uid: (uid += 1),
    kind,
    receivedAt,
    mailboxId: new ObjectId(one(boxes).id),
    ...(emailJobId && { emailJobId: new ObjectId(emailJobId) }),
    dedupeKey: new ObjectId().toHexString(),
  });
  const others: readonly (() => Promise<void>)[] = [
    // Old mail of a new mailbox: its hour may be forgotten already; and a server whose clock is ahead.
    async () => {
      const id = new ObjectId().toHexString();
      const receivedAt = new Date(Date.now() - random(120) * DAY_MS + (random(5) === 0 ? 3 * DAY_MS : 0));
      const kind = one(["reply", "auto_reply", "bounce", "inbound"]);
      await push("messages", id, message(kind, receivedAt, random(2) === 0 ? one(sends) : undefined), ["message.received"]);
      // A person corrects its kind: what was counted stays.
      if (random(3) === 0) await push("messages", id, { kind: "bulk" }, ["message.corrected"]);
    },
    async () => {
      const row = { userId, email: `${random(1e9)}@x.example`, reason: one(["unsubscribed", "bounced"]), sendId: new ObjectId(one(sends)) };
      await push("suppressions", new ObjectId().toHexString(), { ...row, createdAt: new Date() }, ["suppression.added"]);
    },
    () => push("wallets", user, {}, ["wallet.low"]),
  ];

  return {
    userId: user,
    step: async () => (sends.length === 0 || random(4) === 0 ? accept() : one(random(3) === 0 ? others : ofSend)()),
    expected: () => expectedOf(database, userId, new Map(boxes.map(({ id, email }) => [id, email.split("@")[1]!.toLowerCase()]))),
    stored: () => storedOf(database, userId),
  };
};

/** What an event counts: the counter, and when where that is not when it happened. */
const countedBy = (type: string, at: Date, data: Record<string, unknown>, bounce: number): readonly (readonly [string, Date])[] => {
  if (type === "send.cancelled") {
    const reasons = {
      replied: "preventedAnswered",
      bounced: "preventedBounced",
      left: "preventedAway",
      suppressed: "preventedSuppressed",
      asked: "preventedAsked",
    };
    const prevented = reasons[String(data["cancelReason"]) as keyof typeof reasons] as string | undefined;
    return [["cancelled", at], ...(prevented ? [[prevented, at] as const] : [])];
  }
  const simple = { "send.failed": "failed", "send.complained": "complained" }[type];
  if (simple) return [[simple, at]];
  const sentAt = data["sentAt"] as Date | undefined;
  if (type === "send.sent") return [["sent", sentAt ?? at], ...(data["awayUntil"] ? [["preventedMoved", sentAt ?? at] as const] : [])];
  if (type === "send.replied") return [["replied", at], ...(sentAt ? [["answered", sentAt] as const] : [])];
  if (type === "send.bounced") {
    const { status, reason } = (data["bounces"] as { status: string; reason: string }[])[bounce]!;
    return [[isPermanent({ status, reason }) ? "bouncedHard" : "bouncedSoft", at]];
  }
  if (type === "suppression.added" && data["reason"] === "unsubscribed") return [["unsubscribed", at]];
  if (type !== "message.received") return [];
  const receivedAt = data["receivedAt"] as Date;
  return [["received", receivedAt], ...(data["kind"] === "auto_reply" && data["emailJobId"] ? [["autoReplied", receivedAt] as const] : [])];
};

/** Replays the feed and the ledger, as plainly as can be. */
const expectedOf = async (database: Database, userId: ObjectId, domains: ReadonlyMap<string, string>) => {
  const rows = new Map<string, Counters>();
  const sends = new Map(
    (await database.collection("sends").find({ userId }, TEST_ONLY).toArray()).map((send) => [send._id.toHexString(), send]),
  );
  const count = (name: string, happened: Date, known: Date, of: { mailboxId: unknown; kind: unknown; tags?: unknown }) => {
    const at = Math.min(happened.getTime(), known.getTime());
    const keys = [
      ["all", ""],
      ["mailbox", String(of.mailboxId)],
      ["domain", domains.get(String(of.mailboxId))],
      ["kind", of.kind],
    ];
    for (const tag of (of.tags as string[] | undefined) ?? []) keys.push(["tag", tag]);
    for (const [interval, ms, days] of [
      ["hour", HOUR_MS, 90],
      ["day", DAY_MS, 3 * 365],
    ] as const) {
      const begins = at - (at % ms);
      if (begins + days * DAY_MS <= known.getTime()) continue;
      for (const key of keys) {
        const name_ = `${interval} ${new Date(begins).toISOString()} ${key.join(" ")}`;
        const row = rows.get(name_) ?? {};
        row[name] = (row[name] ?? 0) + 1;
        rows.set(name_, row);
      }
    }
  };
  const email = (id: unknown) => {
    const { mailboxId, kind, tags } = sends.get(String(id))!;
    return { mailboxId, kind: kind || "first", tags };
  };
  for (const { sendId, createdAt } of await ledgerOf(database).find({ userId, type: "charge" }, TEST_ONLY).toArray())
    count("accepted", createdAt, createdAt, email(sendId));
  const events = await eventsOf(database).find({ userId }, TEST_ONLY).sort({ sequence: 1 }).toArray();
  for (const { type, at, createdAt, data, bounce = -1 } of events) {
    const { mailboxId, kind, tags } = data as { mailboxId: unknown; kind: unknown; tags?: unknown };
    const subject = type.startsWith("message") ? { mailboxId, kind, tags } : type.startsWith("send.") ? email(data["id"]) : undefined;
    for (const [name, when] of countedBy(type, at, data, bounce)) count(name, when, createdAt, subject ?? email(data["sendId"]));
  }
  return { rows, events, accepted: sends.size };
};

/** The counters as they are stored, and how many times to send there are. */
const storedOf = async (database: Database, userId: ObjectId) => {
  const rows = new Map<string, Counters>();
  let times = 0;
  for (const row of await metricsOf(database).find({ userId }, TEST_ONLY).toArray()) {
    const counts = Object.fromEntries(counters.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
    rows.set(`${row.interval} ${row.at.toISOString()} ${row.by} ${row.key}`, counts);
    if (row.by === "all" && row.interval === "day") times += Object.values(row.timeToSend ?? {}).reduce((sum, n) => sum + n, 0);
  }
  return { rows, times };
};
