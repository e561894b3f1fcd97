import { describe, expect, it } from "vitest";
import { triggersOf } from "#shared/inbox/ingest/cancels.ts";
import type { Intent } from "#shared/mail/read/intent/read-intent.ts";
import { decideMail } from "#shared/inbox/ingest/decide-mail.ts";
import { trackingValue } from "#shared/sending/email.ts";
import type { BounceFacts, DecidedMail, OwnSend, PreparedMail } from "#shared/inbox/ingest/prepared-mail.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const aSend = (id: string, facts: Partial<OwnSend> = {}): OwnSend => ({
  id,
  messageId: `<${id}@me>`,
  toEmail: "jane@peer.test",
  subject: "Offer",
  sentAt: ago(DAY_MS),
  createdAt: ago(DAY_MS),
  ...facts,
});
type Facts = Partial<PreparedMail> & { readonly subject?: string; readonly direction?: "outbound"; readonly messageId?: string };
/** A mail of Jane's that answers an offer by its subject alone; state only what else matters. */
const aMail = ({ subject = "Re: Offer", direction, messageId = "<m@peer>", ...facts }: Facts): PreparedMail =>
  ({
    isSentCopy: direction === "outbound",
    message: { messageId, subject, receivedAt: NOW, direction, to: [{ name: "", email: "Jane@peer.test" }] },
    fromJunk: false,
    onlyAnswers: false,
    tracking: "",
    kind: "inbound",
    explained: { kind: "inbound" },
    kindAsAnswer: { kind: "reply" },
    parentIds: [],
    links: [],
    author: "jane@peer.test",
    quotedIds: [],
    ...facts,
  }) as unknown as PreparedMail;
const decide = (facts: Facts, sends: readonly OwnSend[] = [aSend("s")]) => {
  const to = ({ toEmail, cc = [] }: OwnSend) => [toEmail, ...cc.map(({ email }) => email)].map((email) => email.toLowerCase());
  return decideMail(aMail(facts), {
    byMessageId: (id) => sends.find(({ messageId }) => messageId === id),
    byId: (id) => sends.find((send) => send.id === id),
    byRecipient: (email) => sends.filter((send) => to(send).includes(email)),
  });
};
const told = (decided: DecidedMail | undefined) => [decided?.concerns?.id, decided?.linkedBy, decided?.recorded, decided?.kind];
const nothing = [undefined, undefined, undefined, "inbound"];

describe("a mail that names no parent", () => {
  const two = [aSend("s"), aSend("t")];
  it.each<[string, Facts, readonly OwnSend[]]>([
    ["the only send to its author", {}, [aSend("s")]],
    ["one that left 30 days before", {}, [aSend("s", { sentAt: ago(30 * DAY_MS) })]],
    ["one that a clock ten minutes ahead dated", {}, [aSend("s", { sentAt: ago(-600_000) })]],
    ["one whose id a relay replaced", { parentIds: ["<x>"] }, [aSend("s")]],
    ["one beside another that is too old", {}, [aSend("s"), aSend("t", { sentAt: ago(30 * DAY_MS + 1) })]],
  ])("answers %s by its subject, and records nothing: anybody can write so", (_, facts, sends) => {
    expect(told(decide(facts, sends))).toEqual(["s", "subject", undefined, "reply"]);
  });

  it.each<[string, Facts, readonly OwnSend[]]>([
    ["a send of more than 30 days before", {}, [aSend("s", { sentAt: ago(30 * DAY_MS + 1) })]],
    ["a send that left more than ten minutes later", {}, [aSend("s", { sentAt: ago(-600_001) })]],
    ["a send that has not left", {}, [aSend("s", { sentAt: undefined } as never)]],
    ["one of two sends", {}, two],
    ["a send to another", { author: "kim@peer.test" }, [aSend("s")]],
    ["a send with another subject", { subject: "Re: Order" }, [aSend("s")]],
    ["a send without a subject", { subject: "Re:" }, [aSend("s", { subject: "" })]],
    ["any by a subject that is no answer's", { subject: "Offer" }, [aSend("s")]],
    ["any as bulk mail", { kind: "bulk" }, [aSend("s")]],
    ["any where its author is not known", { author: undefined }, [aSend("s")]],
    ["any where it quotes two", { quotedIds: ["<s@me>", "<t@me>"] }, two],
  ])("does not answer %s", (_, facts, sends) => {
    expect(told(decide(facts, sends))).toEqual(["kind" in facts ? [undefined, undefined, undefined, "bulk"] : nothing].flat());
  });

  it("answers the one send whose id its text quotes, also where others could be meant, and twice the same", () => {
    expect(told(decide({ quotedIds: ["<x>", "<t@me>", "<t@me>"], subject: "Hi" }, two))).toEqual(["t", "quote", "replied", "reply"]);
    expect(told(decide({ parentIds: ["<x>"], quotedIds: ["<t@me>"] }, two))).toEqual(["t", "quote", "replied", "reply"]);
  });

  it("is kept of Junk only where it answers a send that it names", () => {
    expect(decide({ fromJunk: true, onlyAnswers: true })).toBeUndefined();
    expect(decide({ fromJunk: true })).toBeDefined();
    expect(told(decide({ fromJunk: true, onlyAnswers: true, parentIds: ["<s@me>"] }))).toEqual(["s", undefined, "replied", "reply"]);
    expect(decide({ fromJunk: true, onlyAnswers: true, parentIds: ["<x>"] })).toBeUndefined();
  });
});

describe("a mail that answers a send", () => {
  it("records it only as a reply, and concerns the first that it names", () => {
    const auto = { kind: "auto_reply" } as never;

    expect(told(decide({ parentIds: ["<x>", "<t@me>", "<s@me>"] }, [aSend("s"), aSend("t")]))).toEqual([
      "t",
      undefined,
      "replied",
      "reply",
    ]);
    expect(told(decide({ parentIds: ["<s@me>"], kindAsAnswer: auto }))).toEqual(["s", undefined, undefined, "auto_reply"]);
  });

  it("is none where the mailbox itself sent it, and is left out where it is the send itself", () => {
    expect(told(decide({ direction: "outbound", parentIds: ["<s@me>"] }))).toEqual(nothing);
    expect(decide({ direction: "outbound", messageId: "<s@me>" })).toBeUndefined();
  });
});

describe("a mail in Sent is left out as the send whose tracking header it carries", () => {
  const send = aSend("5".repeat(24), { trackingKey: "ab".repeat(16) });
  const tracking = trackingValue(send) ?? "";

  it.each<[string, Facts, OwnSend, boolean]>([
    ["with its hash, to its recipient", { tracking }, send, true],
    ["never to another", { tracking }, { ...send, toEmail: "kim@peer.test" }, false],
    ["never with a hash of another key", { tracking }, { ...send, trackingKey: "cd".repeat(16) }, false],
    ["never with a hash that was altered", { tracking: tracking.replace(/.$/, (last) => (last === "0" ? "1" : "0")) }, send, false],
    ["never by its id alone", { tracking: send.id }, send, false],
    ["never by its Message-ID", { tracking: send.messageId }, send, false],
    ["never where it has no key", { tracking }, aSend(send.id), false],
  ])("%s", (_, facts, known, isIt) => {
    expect(decide({ direction: "outbound", ...facts }, [known]) === undefined).toBe(isIt);
  });

  it("never on a mail to somebody else, which a recipient copied it to", () => {
    const copy = { ...aMail({ direction: "outbound", tracking }) };
    const message = { ...copy.message, to: [{ name: "", email: "victim@else.test" }] };

    for (const known of [send, { ...send, toEmail: "victim@else.test" }]) {
      const own = { byMessageId: () => undefined, byId: () => known, byRecipient: () => [] };
      expect(decideMail({ ...copy, message }, own)).toBeDefined();
    }
  });
});

describe("a notice", () => {
  const failed = { email: "jane@peer.test", failed: true, status: "", reason: "550 no" };
  const notice = (facts: Partial<BounceFacts>): Facts => ({
    bounce: { maker: "system", messageIds: [], recipients: [failed], final: true, status: "5.1.1", reason: "all", ...facts },
  });
  const returned = (facts: Partial<BounceFacts>, sends?: readonly OwnSend[]) => {
    const decided = decide(notice(facts), sends);
    return [decided?.concerns?.id, decided?.recorded, decided?.returned, decided?.bounce?.reason];
  };
  const jane = [{ email: "jane@peer.test", reason: "550 no", unproven: true }];

  it.each<[string, Partial<OwnSend>, boolean]>([
    ["7 days before", { sentAt: ago(7 * DAY_MS) }, true],
    ["more than 7 days before", { sentAt: ago(7 * DAY_MS + 1) }, false],
    ["ten minutes later by another clock", { sentAt: ago(-600_000) }, true],
    ["more than ten minutes later", { sentAt: ago(-600_001) }, false],
    ["never", { sentAt: undefined } as never, false],
  ])("that returns no id is about a send that left %s: %#", (_, facts, isIt) => {
    expect(returned({}, [aSend("s", facts)])[0]).toBe(isIt ? "s" : undefined);
  });

  it.each<[string, Partial<BounceFacts>, unknown]>([
    ["by its recipient, where a system made it, though that proves nothing", {}, ["s", "bounced", jane, "550 no"]],
    ["of nothing, where a person made it", { maker: "person" }, [undefined, undefined, undefined, "all"]],
    [
      "by the id that it returns, beside one that is not ours",
      { messageIds: ["<x>", "<s@me>"], recipients: [] },
      ["s", "bounced", [{ email: "jane@peer.test", reason: "all", status: "5.1.1" }], "all"],
    ],
    ["of nothing, where it returns another's id", { messageIds: ["<x>"] }, [undefined, undefined, undefined, "all"]],
    [
      "of a send that it is not recorded on, where a person made what returns the id",
      { maker: "person", messageIds: ["<s@me>"] },
      ["s", undefined, undefined, "550 no"],
    ],
    [
      "with its own reason, where the recipient has none",
      { recipients: [{ ...failed, reason: "" }], messageIds: ["<s@me>"] },
      ["s", "bounced", [{ email: "jane@peer.test", reason: "all" }], "all"],
    ],
    [
      "of a send that it is not recorded on, where it tells of a delay",
      { recipients: [{ ...failed, failed: false, reason: "451 later" }], final: false },
      ["s", undefined, undefined, "451 later"],
    ],
    [
      "of a send that it is not recorded on, where only another address failed for good",
      {
        messageIds: ["<s@me>"],
        recipients: [
          { ...failed, failed: false, reason: "451 later" },
          { ...failed, email: "zed@else.test" },
        ],
      },
      ["s", undefined, undefined, "451 later"],
    ],
    [
      "of a send that it is not recorded on, where it names nobody and gives nobody up",
      { messageIds: ["<s@me>"], recipients: [], final: false },
      ["s", undefined, undefined, "all"],
    ],
  ])("is %s", (_, facts, expected) => {
    expect(returned(facts)).toEqual(expected);
  });

  it("is kept of Junk, whatever it is about", () => {
    const junk = { fromJunk: true, onlyAnswers: true };

    expect(told(decide({ ...notice({ messageIds: ["<s@me>"] }), ...junk }))[0]).toBe("s");
    expect(decide({ ...notice({ messageIds: ["<x>"] }), ...junk })).toBeDefined();
  });

  it("that returns no id is about the send to whom it failed for, not to whom it was delayed for", () => {
    const delayed = { email: "kim@peer.test", failed: false, status: "", reason: "451 later" };

    expect(returned({ recipients: [delayed, failed] }, [aSend("t", { toEmail: "kim@peer.test" }), aSend("s")])[0]).toBe("s");
  });

  it("tells which of several came back, or that it does not know", () => {
    const both = [aSend("s", { toEmail: "Jane@peer.test", cc: [{ name: "", email: "kim@peer.test" }] })];
    const kim = { email: "kim@peer.test", failed: true, status: "5.2.2", reason: "" };
    const messageIds = ["<s@me>"];

    expect(returned({ messageIds, recipients: [{ ...failed, failed: false, reason: "ok" }, kim] }, both)).toEqual([
      "s",
      "bounced",
      [{ email: "kim@peer.test", reason: "all", status: "5.2.2" }],
      "all",
    ]);
    expect(returned({ messageIds, recipients: [failed, kim] }, both)[2]).toEqual([
      { email: "Jane@peer.test", reason: "550 no" },
      { email: "kim@peer.test", reason: "all", status: "5.2.2" },
    ]);
    expect(returned({ messageIds, recipients: [] }, both)[2]).toEqual([{ email: "", reason: "all", status: "5.1.1" }]);
  });
});

it.each<[string, Facts & Partial<DecidedMail>, boolean, string | undefined]>([
  ["reply", { kind: "reply" }, false, "reply"],
  ["reply", { kind: "inbound" }, false, "reply"],
  ["auto_reply", { kind: "auto_reply" }, false, "auto_reply"],
  ["bounce", { kind: "bounce", recorded: "bounced" }, false, "bounce"],
  ["nothing", { kind: "bounce" }, false, undefined],
  ["nothing", { kind: "bulk" }, false, undefined],
  ["nothing, from an unverified sender,", { kind: "reply" }, true, undefined],
  [
    "nothing, from an unverified sender who knows the subject,",
    { kind: "reply", concerns: aSend("s"), linkedBy: "subject" },
    true,
    undefined,
  ],
  [
    "nothing, by a report without an id,",
    { kind: "bounce", recorded: "bounced", concerns: aSend("s"), linkedBy: "recipient" },
    true,
    undefined,
  ],
  ["reply, from an unverified sender who names a send,", { kind: "reply", concerns: aSend("s") }, true, "reply"],
  ["nothing, from the mailbox itself,", { kind: "inbound", direction: "outbound" }, false, undefined],
  ["nothing, by a colleague,", { kind: "reply", isColleague: true }, false, undefined],
  ["nothing, by mail that is found late,", { kind: "reply", isLate: true }, false, undefined],
])("%s is what cancels: %j", (_, facts, isUnverified, trigger) => {
  const { recorded, ...rest } = facts;
  expect(triggersOf({ ...aMail(rest), ...(recorded && { recorded }) }, isUnverified)).toEqual(trigger ? [trigger] : []);
});

it.each<[string, Facts & Partial<DecidedMail>, "left" | "away", boolean, readonly string[]]>([
  ["a note that names a send", { concerns: aSend("s") }, "left", false, ["left", "auto_reply"]],
  ["an absence", { concerns: aSend("s") }, "away", false, ["auto_reply"]],
  ["a note that its subject alone links", { concerns: aSend("s"), linkedBy: "subject" }, "left", false, ["auto_reply"]],
  ["a note that names no send", {}, "left", false, ["auto_reply"]],
  ["an unverified sender's note", { concerns: aSend("s") }, "left", true, ["auto_reply"]],
  ["a person's answer", { concerns: aSend("s"), kind: "reply" }, "left", false, ["reply"]],
])("that somebody has left is said by words and an id of ours: %s", (_, facts, autoClass, isUnverified, triggers) => {
  expect(triggersOf(aMail({ kind: "auto_reply", ...facts }), isUnverified, { autoClass })).toEqual(triggers);
});

it.each<[string, Facts & Partial<DecidedMail>, Intent, boolean, readonly string[]]>([
  ["an answer that names a send", { concerns: aSend("s") }, "unsubscribe", false, ["asked", "reply"]],
  ["one that quotes our id", { concerns: aSend("s"), linkedBy: "quote" }, "unsubscribe", false, ["asked", "reply"]],
  ["one with a subject and our words", { concerns: aSend("s"), linkedBy: "answer" }, "unsubscribe", false, ["asked", "reply"]],
  ["one that means something else", { concerns: aSend("s") }, "not_interested", false, ["reply"]],
  ["one that its subject alone links", { concerns: aSend("s"), linkedBy: "subject" }, "unsubscribe", false, ["reply"]],
  ["one that names no send", {}, "unsubscribe", false, ["reply"]],
  ["an unverified sender's", { concerns: aSend("s") }, "unsubscribe", true, ["reply"]],
  ["a colleague's", { concerns: aSend("s"), isColleague: true }, "unsubscribe", false, []],
  ["an automatic answer", { concerns: aSend("s"), kind: "auto_reply" }, "unsubscribe", false, ["auto_reply"]],
  ["mail that is no reply", { concerns: aSend("s"), kind: "inbound" }, "unsubscribe", false, ["reply"]],
])("that somebody asks to stop is said by words and an id of ours: %s", (_, facts, intent, isUnverified, triggers) => {
  expect(triggersOf(aMail({ kind: "reply", ...facts }), isUnverified, { intent })).toEqual(triggers);
});

describe("a complaint", () => {
  const complaint = (recipients: readonly string[]): Facts => ({ complaint: { type: "abuse", messageIds: ["<s@me>"], recipients } });
  const cc = [{ name: "", email: "Kim@peer.test" }];
  it.each<[string, readonly string[], Partial<OwnSend>, readonly string[]]>([
    ["comes of the only recipient where it names none", [], {}, ["jane@peer.test"]],
    ["comes of the only recipient whomever it names", ["list@peer.test"], {}, ["jane@peer.test"]],
    ["comes of the one of several that it names", ["kim@peer.test"], { cc }, ["Kim@peer.test"]],
    ["comes of nobody known where it names none of several", [], { cc }, []],
  ])("%s", (_, recipients, facts, complaining) => {
    expect(decide(complaint(recipients), [aSend("s", facts)])).toMatchObject({
      concerns: { id: "s" },
      recorded: "complained",
      complaining,
    });
  });

  it("without an id of ours is left out of Junk, and elsewhere concerns nothing", () => {
    const foreign: Facts = { complaint: { type: "abuse", messageIds: ["<x@me>"], recipients: [] } };

    expect(decide({ ...foreign, fromJunk: true })).toBeUndefined();
    expect(told(decide(foreign))).toEqual(nothing);
  });
});

describe("mail from the mailbox's own address in INBOX", () => {
  it("is the copy of a send that it names, and no message of its own", () => {
    expect(decide({ fromOwn: true, toOwn: false, messageId: "<s@me>" })).toBeUndefined();
  });

  it("is kept where the send went to the mailbox itself, or where it names none", () => {
    expect(decide({ fromOwn: true, toOwn: true, messageId: "<s@me>" })).toBeDefined();
    expect(decide({ fromOwn: true, toOwn: false, messageId: "<other@me>" })).toBeDefined();
  });
});
