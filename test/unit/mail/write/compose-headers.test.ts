import { describe, expect, it } from "vitest";
import { attribution } from "#shared/mail/write/compose/history.ts";
import { replyReferences, forwardSubject, replySubject } from "#shared/mail/write/compose/compose.ts";
import { replyRecipient } from "#shared/threads/reply.ts";

const jane = { name: "Jane Doe", email: "jane@example.com" };
const me = { name: "Me", email: "me@example.org" };

describe("replySubject", () => {
  it.each(
    "Re: a|RE: a|re:a|Re : a|Re[2]: a|RE(3): a|Re^2: a|AW: a|Antw: a|SV: a|VS: a|Odp: a|YNT: a|RIF: a|Rép: a|RES: a|Vá: a|回复：a|答复: a|回覆：a|返信: a|Отв: a".split(
      "|",
    ),
  )("keeps %j, which answers already", (subject) => {
    expect(replySubject(subject)).toBe(subject);
  });

  it.each(["Plan", "Real: a", "Report: a", "Fwd: a", "WG: a", "[list] Re: a", "Reissue", "Re a"])("puts Re: before %j", (subject) => {
    expect(replySubject(subject)).toBe(`Re: ${subject}`);
  });

  it("makes a hostile subject fit for a header line", () => {
    expect(replySubject("a\r\nBcc: evil@example.com\u2028\ud800 b")).toBe("Re: a Bcc: evil@example.com b");
  });

  it("cuts a long subject between whole characters", () => {
    const subject = replySubject("😀".repeat(600));

    expect(subject.length).toBeLessThanOrEqual(998);
    expect(subject).toMatch(/^Re: (?:😀)+$/u);
  });

  it("answers an empty subject with Re:", () => {
    expect(replySubject("")).toBe("Re:");
  });
});

describe("forwardSubject", () => {
  it.each("Fwd: a|FW: a|Fw: a|WG: a|TR: a|RV: a|Enc: a|ENC: a|VB: a|转发: a|轉寄：a|İLT: a".split("|"))(
    "keeps %j, which forwards already",
    (subject) => {
      expect(forwardSubject(subject)).toBe(subject);
    },
  );

  it.each(["Plan", "Re: a", "AW: a", "Forward: a"])("puts Fwd: before %j", (subject) => {
    expect(forwardSubject(subject)).toBe(`Fwd: ${subject}`);
  });
});

describe("replyReferences", () => {
  it("adds the parent to its own references, each id once", () => {
    const parent = { messageId: "<c@x>", references: ["<a@x>", "<b@x>", "<a@x>", "<c@x>"] };

    expect(replyReferences(parent)).toEqual({ inReplyTo: "<c@x>", references: ["<a@x>", "<b@x>", "<c@x>"] });
  });

  it("keeps the first and the newest 19 of a long chain", () => {
    const chain = Array.from({ length: 40 }, (_, i) => `<${i}@x>`);

    const { references } = replyReferences({ messageId: "<parent@x>", references: chain });

    expect(references).toEqual(["<0@x>", ...chain.slice(22), "<parent@x>"]);
    expect(references).toHaveLength(20);
  });

  it.each(["", "no brackets", "<with space@x>", "<a@x>\r\nBcc: evil@example.com", "<ü@x>", `<${"a".repeat(1000)}@x>`])(
    "leaves out the id %j, which no header can hold",
    (id) => {
      expect(replyReferences({ messageId: id, references: [id, "<a@x>"] })).toEqual({ inReplyTo: "", references: ["<a@x>"] });
    },
  );
});

describe("attribution", () => {
  it.each([
    ["UTC", "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:"],
    ["Asia/Tokyo", "On Fri, 20 Nov 2026 at 19:15, Jane Doe <jane@example.com> wrote:"],
    ["america/new_york", "On Fri, 20 Nov 2026 at 05:15, Jane Doe <jane@example.com> wrote:"],
    ["Pacific/Kiritimati", "On Sat, 21 Nov 2026 at 00:15, Jane Doe <jane@example.com> wrote:"],
  ])("tells the time in %s", (zone, line) => {
    expect(attribution({ date: new Date("2026-11-20T10:15:00Z"), from: jane }, zone)).toBe(line);
  });

  it("follows daylight saving time", () => {
    expect(attribution({ date: new Date("2026-09-05T00:05:00Z"), from: jane }, "Europe/Berlin")).toContain("Sat, 5 Sep 2026 at 02:05,");
  });

  it.each([
    [{ name: "", email: "a@x.y" }, "a@x.y wrote:"],
    [{ name: "a@x.y", email: "a@x.y" }, "a@x.y wrote:"],
    [{ name: "Evil\r\n> \u202eJane", email: "a@x.y" }, "Evil > Jane <a@x.y> wrote:"],
    [{ name: "", email: "" }, "unknown sender wrote:"],
  ])("names %j on one line", (from, end) => {
    expect(attribution({ date: new Date(0), from }, "UTC")).toBe(`On Thu, 1 Jan 1970 at 00:00, ${end}`);
  });
});

describe("replyRecipient", () => {
  const message = { replyTo: "", from: jane, to: [me], cc: [] };

  it("is the Reply-To, else the sender", () => {
    expect(replyRecipient({ ...message, replyTo: "team@Example.com" }, me)).toBe("team@example.com");
    expect(replyRecipient(message, me)).toBe("jane@example.com");
  });

  it("is the other participant when the mailbox or an alias of it wrote the message", () => {
    expect(replyRecipient({ replyTo: "", from: me, to: [jane], cc: [] }, { email: "ME@example.org" })).toBe("jane@example.com");
    expect(replyRecipient({ ...message, replyTo: "me+sales@example.org" }, me)).toBe("jane@example.com");
    expect(replyRecipient({ replyTo: "", from: me, to: [me], cc: [jane] }, me)).toBe("jane@example.com");
  });

  it("is an international domain in its ASCII form, which every server takes", () => {
    expect(replyRecipient({ ...message, from: { name: "Hans", email: "hans@bücher.de" } }, me)).toBe("hans@xn--bcher-kva.de");
    expect(replyRecipient({ ...message, replyTo: "büro@bücher.de" }, me)).toBe("jane@example.com");
    expect(replyRecipient({ ...message, replyTo: "=?utf-8?q?a=40b=3e=00?=@example.org" }, me)).toBe("jane@example.com");
  });

  it("passes over addresses that cannot be mailed", () => {
    expect(replyRecipient({ ...message, replyTo: "not an address" }, me)).toBe("jane@example.com");
  });

  it("is nobody when only the mailbox takes part", () => {
    expect(replyRecipient({ replyTo: "", from: me, to: [me], cc: [] }, me)).toBeUndefined();
  });
});
