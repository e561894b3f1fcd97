// What leaves a test world, which is nothing: what becomes of each recipient, one guard at a time.
import { describe, expect, it } from "vitest";
import { sandboxAccount } from "#shared/mailboxes/mailbox.ts";
import { sandboxSentFolder, sandboxSubmissions } from "#shared/sandbox/ends.ts";

const RAW = Buffer.from("From: me@shop.test\r\nMessage-ID:  <m1@shop.test> \r\nSubject: Hi\r\n\r\nHello\r\n");
const account = sandboxAccount({ id: "m", email: "me@shop.test" });

const submit = async (
  to: readonly string[],
  {
    intend = async () => true,
    fails = false,
    isRepeated = false,
  }: { intend?: () => Promise<boolean>; fails?: boolean; isRepeated?: boolean } = {},
) => {
  const sent: { id: string; arrivals: readonly { at: Date }[]; messageId: string }[] = [];
  const intents: unknown[] = [];
  const submissions = sandboxSubmissions({
    sandboxMails: {
      send: async (id, arrivals, messageId = "") => {
        if (fails) throw new Error("cut");
        sent.push({ id, arrivals, messageId });
        return [];
      },
    },
    clock: { now: () => new Date(0) },
    ids: { random: (bytes) => "a".repeat(2 * bytes) },
  });
  const submission = await submissions.open(account);
  const outcome = await submission.submit(
    { from: "me@shop.test", to, raw: RAW, isRepeated },
    async (refused) => (intents.push(refused), intend()),
    1,
  );
  return { outcome, sent, intents };
};

describe("an email in a test world", () => {
  it("is taken, filed under its Message-ID, and answered by those who answer", async () => {
    const { outcome, sent, intents } = await submit(["jane@example.com", "reply.joe@example.com"]);
    expect(outcome).toEqual({ kind: "sent", reply: "250 2.0.0 accepted by the sandbox" });
    expect(sent).toMatchObject([{ id: "m", messageId: "<m1@shop.test>", arrivals: { length: 1 } }]);
    expect(intents).toEqual([[]]);
    expect((await submit(["jane@example.com"])).sent).toMatchObject([{ arrivals: [] }]);
  });

  it("that all refuse is refused by the first's words, without an intent", async () => {
    const { outcome, sent, intents } = await submit(["refuse.a@example.com", "later.b@example.com"]);
    expect(outcome).toMatchObject({
      kind: "refused",
      code: 550,
      reply: "550 5.1.1 no such user here",
      recipients: [
        { email: "refuse.a@example.com", code: 550 },
        { email: "later.b@example.com", code: 451 },
      ],
    });
    expect([sent, intents]).toEqual([[], []]);
  });

  it("that some refuse goes to the others, who alone answer, and the intent names who refused", async () => {
    const { outcome, sent, intents } = await submit(["refuse.a@example.com", "reply.b@example.com"]);
    expect(outcome).toMatchObject({ kind: "sent" });
    expect(intents).toMatchObject([[{ email: "refuse.a@example.com", reply: "550 5.1.1 no such user here" }]]);
    expect(sent).toMatchObject([{ arrivals: { length: 1 } }]);
  });

  it("that is deferred once is taken when it is repeated", async () => {
    expect((await submit(["slow.a@example.com"])).outcome).toMatchObject({ kind: "refused", code: 451 });
    expect((await submit(["slow.a@example.com"], { isRepeated: true })).outcome).toMatchObject({ kind: "sent" });
    expect((await submit(["later.a@example.com"], { isRepeated: true })).outcome).toMatchObject({ kind: "refused" });
  });

  it("without its intent is not sent, and one whose storing fails has an unknown outcome", async () => {
    expect(await submit(["jane@example.com"], { intend: async () => false })).toMatchObject({ outcome: { kind: "fenced" }, sent: [] });
    const error = new Error("down");
    expect(await submit(["jane@example.com"], { intend: () => Promise.reject(error) })).toMatchObject({
      outcome: { kind: "internal", error },
      sent: [],
    });
    expect((await submit(["jane@example.com"], { fails: true })).outcome).toEqual({ kind: "unknown" });
  });
});

it("its Sent folder holds what was accepted, in the Sent folder alone", async () => {
  const folder = sandboxSentFolder({ holds: async (id, messageId) => id === "m" && messageId === "<m1>" });
  expect([
    await folder.contains(account, "<m1>", "sent"),
    await folder.contains(account, "<m1>", "inbox"),
    await folder.contains(account, "<m2>", "sent"),
  ]).toEqual([true, false, false]);
  expect([await folder.count(account, "<m1>"), await folder.count(account, "<m2>")]).toEqual([1, 0]);
  expect(await folder.draft(account, "d", "<m1>")).toEqual({ kind: "missing" });
  await expect(folder.contains({ host: "imap.x.test" } as never, "<m1>", "sent")).rejects.toThrow("not an account of the sandbox");
});
