import { describe, expect, it } from "vitest";
import type { AuditReport } from "#shared/inbox/audit/audit.ts";
import { evidenceOf, judged } from "#shared/inbox/evidence.ts";
import type { ListedMessage } from "#shared/inbox/message.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const send = { id: "s", status: "sent" as const, toEmail: "jane@peer.test", sentAt: at(10) };
const audit = (facts: Partial<AuditReport> = {}): AuditReport => ({
  checkedAt: at(12),
  since: at(1),
  folders: [],
  complete: true,
  ...facts,
});
const mail = (facts: Partial<ListedMessage> = {}): ListedMessage =>
  ({ id: "m", kind: "reply", from: { name: "", email: "Jane@peer.test" }, ...facts }) as ListedMessage;

describe("silence", () => {
  it("is told with the words of the server that accepted the email", () => {
    expect(judged({ ...send, serverReply: "250 Ok" }, [], {}).acceptedWith).toBe("250 Ok");
    expect(judged(send, [], {}).acceptedWith).toBeUndefined();
  });

  it("is proved until the end of a complete audit that ended after the email left, and by nothing less", () => {
    expect(judged(send, [], { last: audit() })).toMatchObject({ found: "nothing", unproven: "", silentUntil: at(12) });
  });

  it.each<[string, AuditReport | undefined, string]>([
    ["without an audit", undefined, "not_audited"],
    ["by one that ended before it left", audit({ checkedAt: at(10) }), "not_audited"],
    ["by one of mail since it left", audit({ since: at(11) }), "not_audited"],
    ["by one that found losses", audit({ complete: false }), "audit_incomplete"],
  ])("is not proved %s", (_, last, unproven) => {
    const found = judged(send, [], { readAt: at(13), last });
    expect(found).toMatchObject({ found: "nothing", unproven, readAt: at(13) });
    expect(found.silentUntil).toBeUndefined();
  });

  it("is nothing's that has not left", () => {
    const { sentAt: _, ...waiting } = { ...send, status: "scheduled" as const };
    expect(judged(waiting, [], { last: audit() })).toMatchObject({ unproven: "not_sent", found: "nothing" });
  });
});

describe("what came", () => {
  it.each<[string, Partial<ListedMessage>, string]>([
    ["a recipient's answer, whatever the spelling of the address", {}, "answer"],
    ["a bounce", { kind: "bounce" }, "bounce"],
    ["an automatic answer", { kind: "auto_reply" }, "automatic_answer"],
    ["mail of another in the conversation", { from: { name: "", email: "boss@firm.test" } }, "other_mail"],
    ["mail of an unverified sender", { newcomer: true }, "unclear"],
  ])("is told, and then there is no silence: %s", (_, facts, found) => {
    const told = judged(send, [mail(facts)], { last: audit() });
    expect(told).toMatchObject({ found, messageId: "m", unproven: "something_came" });
    expect(told.silentUntil).toBeUndefined();
  });

  it.each<[string, Partial<ListedMessage>]>([
    ["mass mail", { kind: "bulk" }],
    ["what the mailbox itself sent", { direction: "outbound" }],
  ])("is not %s", (_, facts) => {
    expect(judged(send, [mail(facts)], { last: audit() }).unproven).toBe("");
  });

  it("is the most telling: a report before an answer before a machine's", () => {
    const [answer, note] = [mail({ id: "a" }), mail({ id: "n", kind: "auto_reply" })];
    expect(judged(send, [note, answer], {})).toMatchObject({ found: "answer", messageId: "a" });
    expect(judged({ ...send, bouncedAt: at(11) }, [answer], {})).toMatchObject({ found: "bounce" });
    expect(judged({ ...send, bouncedAt: at(11) }, [answer], {}).messageId).toBeUndefined();
    expect(judged({ ...send, bouncedAt: at(11), complainedAt: at(11) }, [], {}).found).toBe("complaint");
    expect(judged({ ...send, repliedAt: at(11) }, [], {}).found).toBe("answer");
  });
});

it("is looked for in the conversation since the email left, of a send that exists", async () => {
  const asked: unknown[] = [];
  const ports = {
    sends: { find: async (_: string, id: string) => (id === "s" ? { ...send, userId: "u", mailboxId: "b", threadId: "t" } : undefined) },
    mailboxes: { find: async () => ({ inboxLastSyncAt: at(13) }) },
    audits: { find: async () => ({ last: audit() }) },
    messages: { list: async (...args: unknown[]) => (asked.push(args), []) },
  } as unknown as Parameters<typeof evidenceOf>[0];

  expect(await evidenceOf(ports, "u", "s")).toEqual({
    sendId: "s",
    status: "sent",
    sentAt: at(10),
    found: "nothing",
    unproven: "",
    readAt: at(13),
    audit: { checkedAt: at(12), since: at(1), complete: true },
    silentUntil: at(12),
  });
  expect(asked).toEqual([["u", { threadId: "t", mailboxId: "b", since: at(10) }, { limit: 100, offset: 0 }]]);
  await expect(evidenceOf(ports, "u", "other")).rejects.toMatchObject({ reason: "notFound" });
});
