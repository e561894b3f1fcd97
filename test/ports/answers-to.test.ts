// What counts as an answer to a send, sign by sign, and which waiting sends it ends or brings back.
import { beforeEach, describe, expect, it } from "vitest";
import { mailSince, mongoAnswersTo, mongoAwayNote, newerThan, restorableSends, waitingSends } from "#shared/inbox/store/answers.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import type { CancelTrigger } from "#shared/sending/send.ts";
import { threadsOf, type Transaction } from "#shared/threads/store/thread-documents.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";

const START = Date.UTC(2026, 10, 20, 10);
const at = (seconds: number) => new Date(START + seconds * 1_000);
const JANE = { name: "Jane", email: "jane@peer.test" };
const KIM = { name: "Kim", email: "kim@peer.test" };

describeOnMongo("an answer", (connect) => {
  let userId: string;
  let mailboxId: string;
  let threadId: string;
  let merged: string;
  let uid = 0;
  const thread = async (aliasIds: readonly string[] = [], whose = userId) => {
    const id = ids.objectId();
    const row = { _id: oid(id), userId: oid(whose), mailboxId: oid(mailboxId), aliasIds: aliasIds.map(oid) };
    await threadsOf(await connect()).insertOne(row as never);
    return id;
  };
  beforeEach(async () => {
    [userId, mailboxId, merged] = [ids.objectId(), ids.objectId(), ids.objectId()];
    threadId = await thread([merged]);
  });

  const arrives = async (facts: object = {}, of = threadId, whose = userId) => {
    const _id = oid(ids.objectId());
    const place = { dedupeKey: String(_id), folder: "INBOX", uidValidity: "1", uid: (uid += 1), from: JANE };
    const row = { _id, ...place, userId: oid(whose), mailboxId: oid(mailboxId), threadId: oid(of), createdAt: at(10), receivedAt: at(10) };
    await messagesOf(await connect()).insertOne({ ...row, kind: "reply", ...facts } as never);
    return String(_id);
  };
  const sends = async (facts: object = {}, of = threadId, whose = userId) => {
    const _id = oid(ids.objectId());
    const own = { messageId: `<${String(_id)}@a.test>`, userId: oid(whose), mailboxId: oid(mailboxId), threadId: oid(of) };
    const row = { _id, ...own, toEmail: "jane@peer.test", status: "scheduled", createdAt: at(5) };
    await rawSends(await connect()).insertOne({ ...row, ...facts } as never);
    return String(_id);
  };
  const within = async <R>(work: (transaction: Transaction) => Promise<R>) => {
    const database = await connect();
    return database.transaction((session) => work({ database, session }));
  };
  const linked = (threadRule: string) => ({ emailJobId: oid(ids.objectId()), explanation: { threadRule } });
  const absent = { kind: "auto_reply", ...linked("send") };
  const asking = { intent: "unsubscribe" };
  const every: readonly CancelTrigger[] = ["reply", "bounce", "auto_reply", "left", "asked"];
  const answered = (cancelOn: readonly CancelTrigger[] = every, facts: object = {}) =>
    mongoAnswersTo(connect)({ userId, threadId, toEmail: "Jane@peer.test", cancelOn, ...facts } as never);

  describe("of these signs cancels", () => {
    it.each<[string, object, string | undefined]>([
      ["a reply", {}, "replied"],
      ["mail that is no reply by its form", { kind: "inbound" }, "replied"],
      ["an automatic answer", { kind: "auto_reply" }, "auto_replied"],
      ["mass mail", { kind: "bulk" }, undefined],
      ["a bounce that no send has recorded", { kind: "bounce" }, undefined],
      ["what the mailbox itself sent", { direction: "outbound" }, undefined],
      ["a colleague's", { colleague: true }, undefined],
      ["a stranger's", { newcomer: true }, undefined],
      ["a stranger's that has an id of ours", { newcomer: true, ...linked("send") }, "replied"],
      ["a stranger's that quotes us", { newcomer: true, ...linked("quote") }, "replied"],
      ["a stranger's that answers to us", { newcomer: true, ...linked("answer") }, "replied"],
      ["a stranger's by its subject", { newcomer: true, ...linked("subject") }, "answer_unclear"],
      ["a forged one by its subject", { newcomer: true, forged: true, ...linked("subject") }, undefined],
      ["a stranger's by our rule alone, without a send", { newcomer: true, explanation: { threadRule: "send" } }, undefined],
      ["a recipient who has left", { ...absent, autoClass: "left" }, "left"],
      ["a recipient who is away", { ...absent, autoClass: "away" }, "auto_replied"],
      ["another one who has left", { ...absent, autoClass: "left", from: KIM }, "auto_replied"],
      ["one who has left, by a stranger's word", { ...absent, autoClass: "left", newcomer: true }, "auto_replied"],
      ["one who has left, by a subject and our words", { kind: "auto_reply", autoClass: "left", ...linked("answer") }, "left"],
      ["one who has left, by a subject", { kind: "auto_reply", autoClass: "left", ...linked("subject") }, "auto_replied"],
      ["one who has left, as a person says", { kind: "auto_reply", autoClass: "left", ...linked("subject"), ruled: {} }, "left"],
      ["one who has left, in a reply", { autoClass: "left", ...linked("send") }, "replied"],
      ["a recipient who asks to stop", { ...asking, ...linked("send") }, "asked"],
      ["one who asks, by a quote", { ...asking, ...linked("quote") }, "asked"],
      ["one who asks, by a subject and our words", { ...asking, ...linked("answer") }, "asked"],
      ["one who asks, by a subject", { ...asking, ...linked("subject") }, "replied"],
      ["one who asks, as a person says", { ...asking, ...linked("subject"), ruled: {} }, "asked"],
      ["one who asks, of no send", { ...asking, explanation: { threadRule: "links" } }, "replied"],
      ["one who asks, by a stranger's word", { ...asking, ...linked("send"), newcomer: true }, "replied"],
      ["one who asks, in an automatic answer", { ...absent, ...asking, kind: "auto_reply" }, "auto_replied"],
      ["another one who asks", { ...asking, ...linked("send"), from: KIM }, "replied"],
      ["one who means something else", { intent: "not_now", ...linked("send") }, "replied"],
    ])("%s", async (_, facts, reason) => {
      await arrives(facts);

      expect(await answered()).toBe(reason);
      expect(await mongoAnswersTo(connect)({ userId, threadId: undefined, toEmail: "", cancelOn: every } as never)).toBeUndefined();
    });

    it.each<[CancelTrigger, object]>([
      ["reply", { kind: "auto_reply" }],
      ["auto_reply", { kind: "reply" }],
      ["left", { kind: "reply" }],
      ["asked", { kind: "reply" }],
      ["bounce", { kind: "reply" }],
    ])("no send that names %s alone, of another kind", async (trigger, facts) => {
      await arrives(facts);
      await arrives({ newcomer: true, ...linked("subject"), ...facts });

      expect(await answered([trigger])).toBeUndefined();
      expect(await answered([])).toBeUndefined();
    });

    it("in its conversation and those merged into it, of its account, since it counts", async () => {
      await arrives({}, await thread());
      await arrives({}, threadId, ids.objectId());
      expect(await answered()).toBeUndefined();
      await arrives({}, merged);
      expect([await answered(), await answered(every, { answersSince: at(10) })]).toEqual(["replied", "replied"]);
      expect(await answered(every, { answersSince: new Date(at(10).getTime() + 1) })).toBeUndefined();
    });

    it("by a bounce that has an id of ours, or that an older version recorded", async () => {
      const bounced = { status: "sent", bouncedAt: at(9), createdAt: at(9) };
      await sends({ ...bounced, bounces: [{ unproven: true }] });
      expect(await answered()).toBeUndefined();
      await sends({ ...bounced, bounces: [{ unproven: true }, { email: "x" }] });
      expect([await answered(), await answered(["reply"])]).toEqual(["bounced", undefined]);
      await sends({ ...bounced });
      expect(await answered(every, { answersSince: at(10) })).toBeUndefined();
    });
  });

  it("that tells an absence is the latest of a recipient's, unless he has left since", async () => {
    const away = (facts: object = {}) =>
      mongoAwayNote(connect)({ userId, threadId, toEmail: "jane@peer.test", cc: [KIM], ...facts } as never);
    expect([await away(), await away({ threadId: undefined })]).toEqual([undefined, undefined]);
    await arrives({ ...absent, autoClass: "away", returnsOn: "2026-12-01", receivedAt: at(1) });
    await arrives({
      ...absent,
      autoClass: "away",
      returnsOn: "2026-12-09",
      receivedAt: at(9),
      from: { name: "", email: "other@peer.test" },
    });
    await arrives({ ...absent, autoClass: "away", receivedAt: at(9) }, threadId, ids.objectId());
    await arrives({ ...absent, autoClass: "away", receivedAt: at(9), newcomer: true });
    await arrives({ ...absent, autoClass: "away", receivedAt: at(9), colleague: true });
    expect(await away()).toEqual({ receivedAt: at(1), returnsOn: "2026-12-01" });
    await arrives({ ...absent, autoClass: "away", returnsOn: "2026-12-05", receivedAt: at(2), from: KIM }, merged);
    expect(await away()).toMatchObject({ returnsOn: "2026-12-05" });
    await arrives({ ...absent, autoClass: "left", receivedAt: at(3) });
    expect(await away()).toBeUndefined();
  });

  it("is new mail of a verified sender since a moment, that one included", async () => {
    const since = (ms: number) => within((transaction) => mailSince(transaction, userId, threadId, new Date(at(10).getTime() + ms)));
    await arrives({ newcomer: true });
    await arrives({ direction: "outbound" });
    await arrives({}, await thread());
    await arrives({}, threadId, ids.objectId());
    expect(await since(0)).toBeUndefined();
    const proven = await arrives({ newcomer: true, ...linked("send") }, merged);
    expect([await since(0), await since(1)]).toEqual([proven, undefined]);
  });

  describe("that its writer has not seen", () => {
    const newer = (seen: string) => within((transaction) => newerThan(transaction, userId, threadId, seen));

    it("is mail that was stored later, or at that moment and received later; a backlog's is none", async () => {
      const seen = await arrives();
      await arrives({ createdAt: at(11), receivedAt: at(9) });
      await arrives({ createdAt: at(10), receivedAt: at(10) });
      await arrives({ createdAt: at(11) }, await thread());
      await arrives({ createdAt: at(11) }, threadId, ids.objectId());
      expect(await newer(seen)).toEqual({ isThere: true });
      const same = await arrives({ createdAt: at(11), receivedAt: at(10) }, merged);
      expect(await newer(seen)).toEqual({ isThere: true, id: same });
    });

    it("is mail that came in the moment of the seen one", async () => {
      const seen = await arrives();
      const later = await arrives({ receivedAt: at(11) });
      expect(await newer(seen)).toEqual({ isThere: true, id: later });
    });

    it.each(["queued", "scheduled", "processing", "sent"])("is an answer that is %s", async (status) => {
      const seen = await sends();
      for (const none of ["failed", "cancelled"]) await sends({ createdAt: at(6), status: none });
      await sends({ createdAt: at(6), draft: true });
      await sends({ createdAt: at(5) });
      expect(await newer(seen)).toEqual({ isThere: true });
      const answer = await sends({ createdAt: at(6), status });
      expect(await newer(seen)).toEqual({ isThere: true, id: answer });
    });

    it("is none to what is of another conversation, or of another account", async () => {
      expect(await newer(await arrives({}, await thread()))).toEqual({ isThere: false });
      expect(await newer(await arrives({}, threadId, ids.objectId()))).toEqual({ isThere: false });
      expect(await newer(await sends({}, threadId, ids.objectId()))).toEqual({ isThere: false });
      expect(await newer(ids.objectId())).toEqual({ isThere: false });
    });
  });

  const statusOf = async (id: string) => {
    const row = await rawSends(await connect()).findOne({ _id: oid(id) }, TEST_ONLY);
    return [row?.status, row?.cancelReason].filter(Boolean).join(" ");
  };

  it("cancels what waits for it in its conversation, of its account, unsent and no draft", async () => {
    const waits = { cancelOn: ["reply"] };
    const concerned = [await sends(waits), await sends({ ...waits, status: "queued" }, merged)];
    concerned.push(await sends({ ...waits, status: "processing", stage: "claimed" }));
    const others = [
      await sends({ ...waits, status: "processing", stage: "intent" }),
      await sends({ ...waits, status: "sent" }),
      await sends({ ...waits, draft: true }),
      await sends({ cancelOn: ["bounce"] }),
      await sends(),
      await sends(waits, await thread()),
      await sends(waits, threadId, ids.objectId()),
    ];
    const before = await Promise.all(others.map(statusOf));
    const came = [{ threadId: merged, from: "kim@peer.test", trigger: "reply" as const }];

    const found = await within((transaction) => waitingSends(transaction, userId).cancel("reply", came));

    expect(new Set(found)).toEqual(new Set(concerned));
    expect(await Promise.all(concerned.map(statusOf))).toEqual(concerned.map(() => "cancelled replied"));
    expect(await Promise.all(others.map(statusOf))).toEqual(before);
    expect(await within((transaction) => waitingSends(transaction, userId).cancel("reply", came))).toEqual([]);
  });

  it.each(["left", "asked"] as const)("by `%s` cancels what goes to its author alone", async (trigger) => {
    const [his, hers] = [await sends({ cancelOn: [trigger] }), await sends({ cancelOn: [trigger], toEmail: "kim@peer.test" })];
    const came = [{ threadId, from: "JANE@peer.test", trigger }];

    expect(await within((transaction) => waitingSends(transaction, userId).cancel(trigger, came))).toEqual([his]);
    expect([await statusOf(his), await statusOf(hers)]).toEqual([`cancelled ${trigger}`, "scheduled"]);
  });

  describe("that was none", () => {
    const soon = () => new Date(Date.now() + 60_000);
    const past = () => new Date(Date.now() - 60_000);
    const cancelled = (facts: object) => ({ status: "cancelled", cancelReason: "replied", ...facts });
    const restorable = <R>(work: (of: ReturnType<typeof restorableSends>) => Promise<R>) =>
      within((transaction) => work(restorableSends(transaction, userId)));

    it("brings back what has time left, of its conversation and its reasons", async () => {
      const [timed, held] = [await sends(cancelled({ scheduledAt: soon() })), await sends(cancelled({ holdUntil: soon() }), merged)];
      const others = [
        await sends(cancelled({ scheduledAt: past() })),
        await sends(cancelled({ holdUntil: past() })),
        await sends(cancelled({})),
        await sends(cancelled({ scheduledAt: soon(), cancelReason: "api" })),
        await sends({ status: "failed", scheduledAt: soon(), cancelReason: "replied" }),
        await sends(cancelled({ scheduledAt: soon() }), await thread()),
        await sends(cancelled({ scheduledAt: soon() }), threadId, ids.objectId()),
      ];
      const before = await Promise.all(others.map(statusOf));
      const found = (await restorable((of) => of.cancelledIn([merged]))).map(({ id }) => id);

      expect(new Set(found)).toEqual(new Set([timed, held]));
      await restorable((of) => of.restore([...found, ...others.slice(0, 3), others.at(-1)!]));
      expect([await statusOf(timed), await statusOf(held)]).toEqual(["scheduled", "scheduled"]);
      expect(await Promise.all(others.map(statusOf))).toEqual(before);
      await restorable((of) => of.restore([]));
    });

    it("brings back what went with it", async () => {
      const parent = await sends(cancelled({ scheduledAt: soon() }));
      const with_ = { scheduledAt: soon(), cancelReason: "original", waitsFor: oid(parent) };
      const child = await sends(cancelled(with_));
      await sends(cancelled({ ...with_, cancelReason: "api" }));
      await sends(cancelled({ ...with_, waitsFor: oid(ids.objectId()) }));

      expect((await restorable((of) => of.cancelledWith([parent]))).map(({ id }) => id)).toEqual([child]);
    });

    it("leaves cancelled what something else answers; what is unclear does not", async () => {
      const send = { userId, threadId, toEmail: "jane@peer.test", cancelOn: every } as never;
      await arrives({ newcomer: true, ...linked("subject") });
      expect(await restorable((of) => of.answerTo(send))).toBeUndefined();
      await arrives();
      expect(await restorable((of) => of.answerTo(send))).toBe("replied");
    });
  });
});
