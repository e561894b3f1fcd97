import { describe, expect, it } from "vitest";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { composeReply, type ReplyDraft } from "#shared/mail/write/compose/compose.ts";
import { aMessage } from "./conversation.ts";

const compose = (over: Partial<ReplyDraft> = {}) =>
  composeReply(
    { content: { text: "Yes.", html: "<p>Yes.</p>" }, history: [aMessage()], quoteHistory: true, quoteTimezone: "UTC", ...over },
    sanitize,
  );

const me = { name: "Me", email: "me@example.org" };
const conversation = [
  aMessage({ text: "one\n\n> not a quote of ours", html: "", date: new Date("2026-11-20T08:00:00Z"), messageId: "<1@x>" }),
  aMessage({
    text: "two",
    html: "<p>two</p>",
    from: me,
    date: new Date("2026-11-20T09:00:00Z"),
    messageId: "<2@x>",
    references: ["<1@x>"],
  }),
  aMessage({ text: "", html: "<p>three</p>", messageId: "<3@x>", references: ["<1@x>", "<2@x>"] }),
];

describe("composeReply", () => {
  it("threads under the last message", () => {
    const { subject, inReplyTo, references } = compose({ history: conversation });

    expect({ subject, inReplyTo, references }).toEqual({
      subject: "Re: Plan",
      inReplyTo: "<3@x>",
      references: ["<1@x>", "<2@x>", "<3@x>"],
    });
  });

  it("quotes the conversation in text one level deeper per message back", () => {
    expect(compose({ history: conversation }).text).toBe(
      [
        "Yes.",
        "",
        "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:",
        "> three",
        ">",
        "> On Fri, 20 Nov 2026 at 09:00, Me <me@example.org> wrote:",
        "> > two",
        "> >",
        "> > On Fri, 20 Nov 2026 at 08:00, Jane Doe <jane@example.com> wrote:",
        "> > > one",
        "> > >",
        "> > > > not a quote of ours",
        "",
      ].join("\n"),
    );
  });

  it("quotes the conversation in html as nested block quotes", () => {
    const { html } = compose({ history: conversation });
    const order = [...html.matchAll(/<blockquote|<\/blockquote>|three|two|one/g)].map(([match]) => match);

    expect(order.join(" ")).toBe("<blockquote three <blockquote two <blockquote one </blockquote> </blockquote> </blockquote>");
    expect(html).toMatch(/^<p>Yes\.<\/p><div class="gmail_quote gmail_quote_container"/);
    expect(html).toContain("Jane Doe &lt;jane@example.com&gt; wrote:");
  });

  it("makes whichever part is missing", () => {
    expect(compose({ content: { text: "", html: "<p>Yes</p><p>no</p>" } }).text).toMatch(/^Yes\n\nno\n\nOn Fri/);
    expect(compose({ content: { text: "a < b\n  c", html: "" } }).html).toMatch(/^<div>a &lt; b<br>\n&nbsp; c<\/div><div class/);
  });

  it("quotes nothing when asked so", () => {
    const { text, html, inReplyTo } = compose({ quoteHistory: false });

    expect([text, html, inReplyTo]).toEqual(["Yes.", "<p>Yes.</p>", "<parent@example.com>"]);
  });

  it("takes the given subject as it stands", () => {
    expect(compose({ subject: "Other" }).subject).toBe("Other");
  });

  it("puts the quote inside the body of a whole document", () => {
    const { html } = compose({ content: { text: "", html: "<html><body><p>Yes</p></body>\n</html>\n" } });

    expect(html).toMatch(/^<html><body><p>Yes<\/p><div class="gmail_quote[\s\S]*<\/div>\n<\/body>\n<\/html>\n$/);
  });

  it("leaves out the oldest bodies of a conversation that is too large, and keeps every attribution", () => {
    const history = Array.from({ length: 8 }, (_, i) =>
      aMessage({ text: `${i} ${"word ".repeat(50_000)}`, html: `<p>${i} ${"word ".repeat(50_000)}</p>` }),
    );

    const { text, html } = compose({ history });

    expect(text.length + html.length).toBeLessThan(4_000_000);
    expect(text).toContain("\n> 7 word word");
    for (const part of [text, html]) {
      expect(part.match(/Jane Doe/g)).toHaveLength(8);
      expect(part.match(/too long to be included/g)?.length).toBeGreaterThan(0);
    }
  });

  it("composes a conversation of 500 messages, 100 of them quoted", () => {
    const history = Array.from({ length: 500 }, (_, i) => aMessage({ text: `message ${i}\n`.repeat(50), html: "" }));

    const { text } = compose({ history });

    expect(text.match(/wrote:$/gm)).toHaveLength(100);
  });
});
