import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  factsOfMessage,
  factsOfSend,
  type InboundFacts,
  isParticipant,
  joinFacts,
  noFacts,
  type OutboundFacts,
  summaryOf,
  type ThreadFacts,
} from "#shared/threads/thread-facts.ts";

const hex = (n: number) => n.toString(16).padStart(24, "0");
const second = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, n));
const people = ["jane@peer.test", "kim@peer.test", "lee@peer.test", "zoe@peer.test"];

const inbound = fc.record({
  messageId: fc.constantFrom("<a@peer.test>", "<b@peer.test>", "<c@peer.test>"),
  inReplyTo: fc.constantFrom("", "<a@peer.test>"),
  references: fc.constantFrom([], ["<r@peer.test>"]),
  subject: fc.constantFrom("Offer", "Re: Offer"),
  snippet: fc.string({ maxLength: 3 }),
  kind: fc.constantFrom("reply", "inbound", "bulk", "bounce", "auto_reply"),
  isRead: fc.boolean(),
  receivedAt: fc.integer({ min: 0, max: 5 }).map(second),
  createdAt: fc.integer({ min: 0, max: 5 }).map(second),
  counterparts: fc.uniqueArray(fc.constantFrom(...people), { maxLength: 3 }),
  newcomer: fc.boolean(),
  report: fc.constantFrom({ final: true }, { final: false }),
});
const outbound = fc.record({
  messageId: fc.constant("<s@example.com>"),
  references: fc.constantFrom([], ["<a@peer.test>"]),
  subject: fc.constantFrom("Offer", "Hello"),
  fromEmail: fc.constant("me@example.com"),
  toEmail: fc.constantFrom(...people, "me@example.com"),
  tags: fc.option(fc.uniqueArray(fc.constantFrom("spring", "vip", "autumn")), { nil: undefined }),
  sentAt: fc.integer({ min: 0, max: 5 }).map(second),
  approvedAt: fc.integer({ min: 0, max: 5 }).map(second),
  createdAt: fc.integer({ min: 0, max: 5 }).map(second),
});
type Entry = { readonly in: InboundFacts } | { readonly out: OutboundFacts };
const entries = fc
  .array(
    fc.oneof(
      inbound.map((message) => ({ in: message })),
      outbound.map((send) => ({ out: send })),
    ),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map((entry, n): Entry => ("in" in entry ? { in: { ...entry.in, id: hex(n) } } : { out: { ...entry.out, id: hex(n) } })),
  );
const factsOf = (entry: Entry): ThreadFacts => ("in" in entry ? factsOfMessage(entry.in) : factsOfSend(entry.out, entry.out.id));

/** The summary as it is told of all messages at once. */
const summaryOfAll = (list: readonly Entry[]) => {
  const rows = list
    .map((entry) =>
      "in" in entry
        ? { ...entry.in, date: entry.in.receivedAt, direction: "inbound" as const, people: entry.in.counterparts, sendId: undefined }
        : {
            ...entry.out,
            date: entry.out.sentAt!,
            direction: "outbound" as const,
            people: entry.out.toEmail === entry.out.fromEmail ? [] : [entry.out.toEmail],
            sendId: entry.out.id,
            snippet: entry.out.id,
          },
    )
    .toSorted((a, b) => a.date.getTime() - b.date.getTime() || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const parents = (row: (typeof rows)[number]) => [...row.references, ...(row.inReplyTo ? [row.inReplyTo] : [])];
  const root = rows.find((row) => parents(row).length === 0) ?? rows[0];
  const last = rows.at(-1);
  const lastIn = rows.findLast((row) => row.direction === "inbound");
  const tags = [...new Set(rows.flatMap((row) => ("tags" in row ? (row.tags ?? []) : [])))].toSorted();
  const unread = rows.filter((row) => "isRead" in row && !row.isRead).length;
  return {
    rootMessageId: root ? (parents(root)[0] ?? root.messageId) : "",
    subject: root?.subject ?? "",
    participants: [...new Set(rows.flatMap((row) => row.people))],
    ...(root?.sendId !== undefined && parents(root).length === 0 && { emailJobId: root.sendId }),
    ...(tags.length > 0 && { tags }),
    messageCount: rows.length,
    unreadCount: unread,
    unread: unread > 0,
    hasNewcomer: rows.some((row) => "newcomer" in row && row.newcomer),
    ...(last && { lastMessageAt: last.date }),
    lastMessageDirection: last?.direction ?? "outbound",
    ...(lastIn && { lastInboundAt: lastIn.date }),
    lastInboundKind: lastIn && "kind" in lastIn ? lastIn.kind : "",
    snippet: last?.snippet ?? "",
  };
};

describe("a thread's facts", () => {
  it("say the same as all its messages, in whatever order and groups they are joined", () => {
    fc.assert(
      fc.property(
        entries.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(12))),
        ([list, shuffled, cut]) => {
          const all = shuffled.map(factsOf);
          const oneByOne = all.reduce(joinFacts, noFacts);
          const grouped = joinFacts(all.slice(cut).reduce(joinFacts, noFacts), all.slice(0, cut).reduce(joinFacts, noFacts));

          const { needsReply: _, waitingSince: _since, bounced: _bounced, ...summary } = summaryOf(oneByOne);
          expect(summary).toEqual(summaryOfAll(list));
          expect(grouped).toEqual(oneByOne);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("know who had a part, an unverified sender and whom that one names aside", () => {
    fc.assert(
      fc.property(entries, (list) => {
        const facts = list.map(factsOf).reduce(joinFacts, noFacts);

        for (const person of people) {
          const had = list.some((entry) =>
            "in" in entry ? !entry.in.newcomer && entry.in.counterparts.includes(person) : entry.out.toEmail === person,
          );
          expect(isParticipant(facts, person.toUpperCase())).toBe(had);
        }
      }),
    );
  });

  it("keep a bounded number of tags, whatever the order in which their emails left", () => {
    const send = fc.sample(outbound, 1)[0]!;
    const all = Array.from({ length: 60 }, (_, n) => `tag ${String(n).padStart(2, "0")}`);
    const tagged = all.map((tag, n) => factsOfSend({ ...send, id: hex(n), tags: [tag] }, ""));

    expect(summaryOf(tagged.reduce(joinFacts, noFacts)).tags).toEqual(all.slice(0, 50));
    expect(summaryOf(tagged.reduceRight(joinFacts, noFacts)).tags).toEqual(all.slice(0, 50));
  });

  it("keep a bounded number of people, the first to appear", () => {
    const many = Array.from({ length: 500 }, (_, n) => `p${n}@peer.test`);
    const at = (n: number, email: string) => ({ ...message, id: hex(n), receivedAt: second(n), counterparts: [email] });
    const message = fc.sample(inbound, 1)[0]!;

    const facts = many.map((email, n) => factsOfMessage(at(n, email))).reduceRight(joinFacts, noFacts);

    expect(facts.people.map(({ email }) => email)).toEqual(many.slice(0, 200));
    expect(summaryOf(facts).participants).toEqual(many.slice(0, 100));
  });
});
