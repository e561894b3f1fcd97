import * as fc from "fast-check";
import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { fieldProblems } from "#shared/api/field-errors.ts";
import { replyBody } from "#shared/sending/contract/replies.ts";
import { email } from "#shared/sending/contract/send-email.ts";
import { allRecipients, withoutRepeats } from "#shared/sending/recipients.ts";

const base = { mailbox_id: "655f1c2e9b1e8a00123456aa", to: "jane@peer.test", subject: "Hello", body_text: "Hi" };
const problems = (over: object) => {
  const input = { ...base, ...over };
  const parsed = z.safeParse(email, input);
  return parsed.success ? [] : fieldProblems(parsed.error, input).map(({ field, message }) => `${field}: ${message}`);
};
const addresses = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}@peer.test`);

describe("the recipients of a request", () => {
  it("are texts or objects, with or without names", () => {
    const jane = { name: "Jane Doe", email: "jane@peer.test" };
    const given = [
      "jane@PEER.test",
      "Jane Doe <jane@peer.test>",
      { email: "jane@Peer.test" },
      { name: " Jane Doe ", email: "jane@peer.test" },
    ];
    const parsed = email.parse({ ...base, to: given[1], cc: given, bcc: [], reply_to: { ...jane }, from_name: "Sales, DE" });

    const plain = { name: "", email: "jane@peer.test" };
    expect(parsed).toMatchObject({ to: jane, cc: [plain, jane, plain, jane], bcc: [], reply_to: jane, from_name: "Sales, DE" });
  });

  it.each([
    [{ to: 7 }, "to: must be an address or an object with email and name"],
    [{ to: ["a@b.test"] }, "to: must be an address or an object with email and name"],
    [{ to: undefined }, "to: is required"],
    [{ to: {} }, "to.email: is required"],
    [{ to: { email: "jane" } }, "to.email: must be one plain address such as jane@example.com"],
    [{ to: { email: "Jane <jane@peer.test>" } }, "to.email: must be one plain address such as jane@example.com"],
    [
      { to: { email: "a@b.test", name: "x\r\nBcc: e@v.il" } },
      "to.name: must be well-formed Unicode without line breaks or control characters",
    ],
    [{ to: { email: "a@b.test", name: "x".repeat(201) } }, "to.name: must have at most 200 characters"],
    [{ to: { email: "a@b.test", nick: "x" } }, "to.nick: is not a known field"],
    [{ cc: "a@b.test" }, "cc: must be an array"],
    [{ cc: addresses(51) }, "cc: must have at most 50 addresses"],
    [{ bcc: [...addresses(2), "no"] }, "bcc.2: must be one plain address such as jane@example.com"],
    [{ cc: addresses(50), bcc: addresses(50, 50) }, "bcc: to, cc and bcc must have at most 100 addresses together"],
    [{ from_name: "a\nb" }, "from_name: must be well-formed Unicode without line breaks or control characters"],
  ])("%j is refused", (over, problem) => {
    expect(problems(over)).toContain(problem);
  });

  it("of a link to unsubscribe is one: reply_all is refused beside it", () => {
    const parsed = z.safeParse(replyBody, { body_text: "Hi", reply_all: true, unsubscribe: true });

    expect(parsed.error && fieldProblems(parsed.error, {}).map(({ field }) => field)).toEqual(["unsubscribe"]);
    expect(z.safeParse(replyBody, { body_text: "Hi", reply_all: false, unsubscribe: true }).success).toBe(true);
  });

  it("may be 100", () => {
    expect(problems({ cc: addresses(50), bcc: addresses(49, 50) })).toEqual([]);
  });
});

describe("the envelope", () => {
  it("has each recipient once, and each copy stands in one place", () => {
    const people = fc.array(fc.record({ name: fc.constant(""), email: fc.constantFrom(...addresses(6)) }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...addresses(6)), people, people, (toEmail, cc, bcc) => {
        const kept = withoutRepeats({ toEmail, cc, bcc });
        const envelope = allRecipients({ toEmail, ...kept });

        expect(envelope).toEqual([...new Set([toEmail, ...[...cc, ...bcc].map(({ email: one }) => one)])]);
      }),
    );
  });

  it.each([
    ["to and cc", "kim@ext.test", ["KIM@ext.test"], [], ["kim@ext.test"]],
    ["cc and bcc", "x@ext.test", ["pat@ext.test"], ["Pat@ext.test"], ["x@ext.test", "pat@ext.test"]],
    ["to, cc and bcc", "jane@ext.test", ["Jane@ext.test"], ["JANE@ext.test"], ["jane@ext.test"]],
    ["cc twice", "x@ext.test", ["Pat@ext.test", "pat@ext.test"], [], ["x@ext.test", "Pat@ext.test"]],
  ])("has one person in two spellings once: %s", (_, toEmail, cc, bcc, envelope) => {
    const addressed = { toEmail, cc: cc.map((email) => ({ name: "", email })), bcc: bcc.map((email) => ({ name: "", email })) };

    const { cc: shown, bcc: hidden } = withoutRepeats(addressed);
    expect([toEmail, ...shown.map(({ email: one }) => one), ...hidden.map(({ email: one }) => one)]).toEqual(envelope);
    // As an older version accepted it.
    expect(allRecipients(addressed)).toEqual(envelope);
  });
});
