import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnSend } from "#shared/inbox/ingest/prepared-mail.ts";
import { type LinkedMail, planThreads } from "#shared/inbox/ingest/plan-threads.ts";

interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to?: readonly string[];
  readonly refs?: readonly string[];
  readonly at?: number;
}

/** Conversations as one can compare them. */
const inOrder = (conversations: readonly (readonly string[])[]) =>
  conversations.map((ids) => ids.toSorted()).toSorted((a, b) => (a.join() < b.join() ? -1 : 1));

/** A mailbox's threads, page after page, as a store keeps them. */
const aMailbox = (sends: readonly OwnSend[] = []) => {
  const links = new Map<string, string>();
  const threads = new Map<string, { readonly began: Date; readonly participants: Set<string>; readonly mails: string[] }>();
  const threadOfSend = new Map<string, string>();
  const rules = new Map<string, string>();
  let ids = 0;
  return {
    rules,
    conversations: () => inOrder([...threads.values()].map(({ mails }) => mails)),
    threadOf: (mail: string) => [...threads].find(([, { mails }]) => mails.includes(mail))?.[0],
    receive(page: readonly Mail[]) {
      const mails = page.map(({ id, from, to = [], refs = [], at = 0 }): LinkedMail => ({
        links: [id, ...refs],
        parentIds: refs.slice(-1),
        author: from,
        message: { messageId: id, receivedAt: new Date(at), counterparts: [from, ...to] },
      }));
      const known = new Map(
        [...threads].map(([id, { began, participants }]) => [id, { began, hasParticipant: (email: string) => participants.has(email) }]),
      );
      const own = sends.map((send) => ({ ...send, ...(threadOfSend.has(send.id) && { threadId: threadOfSend.get(send.id)! }) }));
      const plan = planThreads(mails, { threads: links, sends: own, known }, () => `t${++ids}`);
      for (const id of plan.created) threads.set(id, { began: new Date(ids), participants: new Set(), mails: [] });
      for (const { from, into } of plan.merges) {
        const [gone, stays] = [threads.get(from)!, threads.get(into)!];
        for (const participant of gone.participants) stays.participants.add(participant);
        stays.mails.push(...gone.mails);
        threads.delete(from);
        for (const [link, id] of links) if (id === from) links.set(link, into);
        for (const [send, id] of threadOfSend) if (id === from) threadOfSend.set(send, into);
      }
      for (const [link, id] of plan.links) links.set(link, id);
      for (const { sendId, threadId } of plan.joined) threadOfSend.set(sendId, threadId);
      for (const [i, { id, from, to = [] }] of page.entries()) {
        const thread = threads.get(plan.threadOf[i]!)!;
        thread.mails.push(id);
        const { rule } = plan.shown[i]!;
        rules.set(id, rule);
        if (rule !== "newcomer") for (const email of [from, ...to]) thread.participants.add(email);
      }
    },
  };
};

const pagesOf = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));

/** Conversations of people who write to each other: mail n of one answers any earlier one. */
const conversation = (name: string) => {
  const people = ["a", "b", "c"].map((person) => `${person}@${name}.test`);
  return fc.array(fc.nat(100), { minLength: 1, maxLength: 5 }).map((parents) => {
    const mails: Required<Mail>[] = [];
    for (const [n, parent] of parents.entries()) {
      const answered = mails.length === 0 ? undefined : mails[parent % mails.length];
      const refs = answered ? [...answered.refs, answered.id] : [];
      const from = people[n % 3]!;
      mails.push({ id: `<${n}@${name}>`, from, to: people.filter((person) => person !== from), refs, at: n });
    }
    return mails;
  });
};
const send = (id: string, toEmail: string): OwnSend => ({
  id,
  messageId: `<${id}@me>`,
  toEmail,
  subject: "Offer",
  createdAt: new Date(0),
  sentAt: new Date(0),
});

describe("joining mail to conversations", () => {
  it("gives those who write to each other one conversation, in whatever order and pages it comes", () => {
    fc.assert(
      fc.property(
        fc.tuple(conversation("x"), conversation("y")).chain(([x, y]) => {
          const all = [...x, ...y];
          return fc.tuple(fc.constant([x, y]), fc.shuffledSubarray(all, { minLength: all.length }), fc.integer({ min: 1, max: 4 }));
        }),
        ([groups, order, size]) => {
          const mailbox = aMailbox();

          for (const page of pagesOf(order, size)) mailbox.receive(page);

          expect(mailbox.conversations()).toEqual(inOrder(groups.map((mails) => mails.map(({ id }) => id))));
          expect([...mailbox.rules.values()]).not.toContain("newcomer");
        },
      ),
      { numRuns: 300 },
    );
  });

  it("lets a stranger who names their ids merge nothing, however often that one writes and whomever it names", () => {
    const strange = fc.array(
      fc.record({ picks: fc.array(fc.nat(100), { minLength: 1, maxLength: 4 }), after: fc.nat(9), names: fc.nat(5) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(conversation("x"), conversation("y"), strange, fc.integer({ min: 1, max: 4 }), (x, y, strangers, size) => {
        const honest = [...x, ...y].map((mail, n) => ({ ...mail, at: n * 10 }));
        const people = [...new Set(honest.map(({ from }) => from))];
        const mails: Mail[] = [...honest];
        for (const [n, { picks, after, names }] of strangers.entries()) {
          const before = Math.min(after, honest.length - 1);
          const refs = picks.map((pick) => honest[pick % (before + 1)]!.id);
          mails.push({
            id: `<${n}@evil>`,
            from: "m@evil.test",
            to: [people[names % people.length]!, "k@evil.test"],
            refs,
            at: before * 10 + 5,
          });
        }
        const mailbox = aMailbox();

        for (const page of pagesOf(
          mails.toSorted((a, b) => a.at! - b.at!),
          size,
        ))
          mailbox.receive(page);

        const own = (name: string) => mailbox.conversations().filter((ids) => ids.some((id) => id.endsWith(`${name}>`)));
        expect([own("@x").length, own("@y").length, mailbox.conversations().length]).toEqual([1, 1, 2]);
        for (const { id } of mails) expect([id, mailbox.rules.get(id) === "newcomer"]).toEqual([id, id.endsWith("@evil>")]);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps a list's thread together where its first mails are missing, whoever writes", () => {
    const mailbox = aMailbox();
    const list = { to: ["list@lists.test"] };
    mailbox.receive([{ id: "<1>", from: "ann@a.test", refs: ["<root>"], ...list }]);
    mailbox.receive([{ id: "<2>", from: "bob@b.test", refs: ["<root>", "<missing>"], ...list }]);
    mailbox.receive([{ id: "<3>", from: "eve@e.test", refs: ["<missing>"], ...list }]);
    mailbox.receive([{ id: "<4>", from: "kim@k.test", refs: ["<lost>", "<3>"], ...list }]);
    mailbox.receive([{ id: "<5>", from: "lee@l.test", refs: ["<lost>"], ...list }]);

    expect(mailbox.conversations()).toEqual([["<1>", "<2>", "<3>", "<4>", "<5>"]]);
    expect([...mailbox.rules.values()]).toEqual(["new", "newcomer", "newcomer", "newcomer", "newcomer"]);
  });

  it("takes the recipients of a participant for participants, and an unverified sender's answers for an unverified sender's", () => {
    const mailbox = aMailbox();
    mailbox.receive([{ id: "<1>", from: "jane@peer.test" }]);
    mailbox.receive([{ id: "<2>", from: "lee@peer.test", refs: ["<1>"] }]);
    mailbox.receive([{ id: "<3>", from: "lee@peer.test", refs: ["<1>", "<2>"] }]);
    mailbox.receive([{ id: "<4>", from: "jane@peer.test", to: ["lee@peer.test"], refs: ["<1>"] }]);
    mailbox.receive([{ id: "<5>", from: "lee@peer.test", refs: ["<1>", "<2>"] }]);

    expect([...mailbox.rules.values()]).toEqual(["new", "newcomer", "newcomer", "links", "links"]);
    expect(mailbox.conversations()).toHaveLength(1);
  });

  it("takes whoever names a send of ours for the one it went to, in that send's conversation alone", () => {
    const mailbox = aMailbox([send("s1", "jane@peer.test"), send("s2", "jane@peer.test")]);
    mailbox.receive([{ id: "<1>", from: "kim@other.test" }]);
    mailbox.receive([{ id: "<2>", from: "jane.home@peer.test", refs: ["<1>", "<s1@me>"] }]);
    mailbox.receive([{ id: "<3>", from: "else@peer.test", refs: ["<s1@me>", "<1>"] }]);
    mailbox.receive([{ id: "<4>", from: "jane@peer.test", refs: ["<s1@me>", "<s2@me>"] }]);

    expect([...mailbox.rules.values()]).toEqual(["new", "send", "send", "send"]);
    expect(mailbox.conversations()).toEqual([["<1>"], ["<2>", "<3>", "<4>"]]);
  });

  it("merges two conversations by a mail of one who had a part in both, into the older", () => {
    const mailbox = aMailbox();
    mailbox.receive([{ id: "<b>", from: "jane@peer.test", refs: ["<a>"] }]);
    const older = mailbox.threadOf("<b>");
    mailbox.receive([{ id: "<d>", from: "jane@peer.test", refs: ["<c>"] }]);
    mailbox.receive([{ id: "<e>", from: "kim@peer.test", refs: ["<c>", "<a>"] }]);
    const before = mailbox.conversations().length;
    mailbox.receive([{ id: "<c>", from: "jane@peer.test", refs: ["<a>"] }]);

    expect(before).toBe(2);
    expect(mailbox.conversations()).toEqual([["<b>", "<c>", "<d>", "<e>"]]);
    expect(mailbox.threadOf("<d>")).toBe(older);
  });

  it("begins a conversation where the one that an id or a send of ours led to is gone", () => {
    const mail = (id: string, parent: string): LinkedMail => ({
      links: [id, parent],
      parentIds: [parent],
      author: "jane@peer.test",
      message: { messageId: id, receivedAt: new Date(0), counterparts: [] },
    });
    const links = { threads: new Map([["<a>", "gone"]]), sends: [{ ...send("s1", "jane@peer.test"), threadId: "gone" }], known: new Map() };
    let ids = 0;

    const plan = planThreads([mail("<1>", "<a>"), mail("<2>", "<s1@me>")], links, () => `t${++ids}`);

    expect(plan).toMatchObject({ threadOf: ["t1", "t2"], created: ["t1", "t2"], joined: [] });
    expect(Object.fromEntries(plan.links)).toEqual({ "<1>": "t1", "<a>": "t1", "<2>": "t2", "<s1@me>": "t2" });
  });
});
