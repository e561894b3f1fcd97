import { describe, expect, it } from "vitest";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { attributes, scanHtml } from "#shared/mail/html/scan.ts";
import { composeForward, composeReply } from "#shared/mail/write/compose/compose.ts";
import { hostileHtml as vectors } from "#test/support/hostile-html.ts";
import { aMessage } from "./conversation.ts";

const safeTags = new Set(
  "p div span br blockquote b strong i em u a img ul ol li table tbody tr td th h1 h2 h3 pre code font center hr small".split(" "),
);
const safeAttributes = new Set("href src alt style dir title class data-quote type color width height align".split(" "));

/** Every tag of the html that could do more than show words. */
const activeParts = (html: string): string[] => {
  return [...scanHtml(html)]
    .filter(({ kind }) => kind !== "text")
    .filter((token) => {
      const given = token.kind === "open" ? [...attributes(html, token)] : [];
      return !(
        safeTags.has(token.name) &&
        given.every(
          ([name, value]) =>
            safeAttributes.has(name) &&
            (name !== "href" || /^(?:https?|mailto):/.test(value)) &&
            (name !== "src" || /^(?:https?:|data:image\/png)/.test(value)) &&
            (name !== "style" || !/url|expression|position|\\|import/i.test(value)),
        )
      );
    })
    .map(({ start, end }) => html.slice(start, end));
};

describe("sanitize", () => {
  it.each(vectors)("leaves nothing active of %j as a body, in a reply and a forward", (vector) => {
    const messages = [aMessage({ text: "", html: `before ${vector} after` }), aMessage({ text: vector, html: "" })];
    const draft = { content: { text: "new", html: "" }, history: messages, messages, quoteHistory: true, quoteTimezone: "UTC" };

    expect(activeParts(sanitize(vector))).toEqual([]);
    expect(activeParts(composeReply(draft, sanitize).html)).toEqual([]);
    expect(activeParts(composeForward(draft, sanitize).html)).toEqual([]);
  });

  it.each(vectors)("leaves nothing active of %j as a name, a subject or a file name", (vector) => {
    const who = { name: vector, email: vector };
    const messages = [aMessage({ from: who, to: [who], cc: [who], subject: vector, attachments: [{ filename: vector, size: 1 }] })];
    const draft = { content: { text: "new", html: "" }, history: messages, messages, quoteHistory: true, quoteTimezone: "UTC" };

    expect(activeParts(composeReply(draft, sanitize).html)).toEqual([]);
    expect(activeParts(composeForward(draft, sanitize).html)).toEqual([]);
  });

  it("would see an active part that came through", () => {
    expect(activeParts("<p onclick=x>")).toHaveLength(1);
    expect(activeParts("<script>x</script>")).toHaveLength(2);
    expect(activeParts('<a href="javascript:x">')).toHaveLength(1);
  });

  it.each([
    ['<p style="color: #06c; margin: 0 10px">a</p>', '<p style="color:#06c;margin:0 10px">a</p>'],
    ["<td style=\"font-family:'Arial', sans-serif;background-color:rgb(1, 2, 3)\">a</td>", undefined],
    ['<p style="margin-top:-900px;color:red">a</p>', '<p style="color:red">a</p>'],
    ['<a href="https://x.y/?a=1&amp;b=2">a</a> <a href="mailto:a@b.c">b</a>', undefined],
    ['<p style="color:red;height:0">a</p>', '<p style="color:red">a</p>'],
    ['<div style="max-height:1px;min-height:9px">a</div>', '<div style="min-height:9px">a</div>'],
    [
      '<table height="1" style="display:block"><tr height="1"><td height="1">a</td></tr></table>',
      '<table style="display:block"><tr><td>a</td></tr></table>',
    ],
    ['<img src="https://x.y/z.png" height="9" style="height:9px;max-height:50%" />', undefined],
    ['<a href="/logout">a</a> <a href="#top">b</a>', "<a>a</a> <a>b</a>"],
    ['<img src="https://x.y/z.png" alt="z" />', undefined],
    ['<img src="tracker.gif" alt="z" />', "<span>z</span>"],
    ['<img src="data:image/png;base64,iVBORw0KGgo=" />', undefined],
    ['<img src="cid:logo@x" alt="Logo" />', "<span>[image: Logo]</span>"],
    ['<center><font color="red">old</font></center>', undefined],
    ["<custom>words</custom> <section>stay</section>", "words <section>stay</section>"],
    ["<b>open", "<b>open</b>"],
    ["a </div></blockquote> b", "a  b"],
    ["<title>gone</title><style>gone</style>stays", "stays"],
  ])("makes of %j what mail needs", (html, expected) => {
    expect(sanitize(html)).toBe(expected ?? html);
  });

  it("passes on the words of html that is nested beyond reason", () => {
    expect(sanitize(`${"<div>".repeat(5_000)}deep &amp; lost`)).toBe("<div>deep &amp; lost</div>");
  });

  it("drops elements below 200 levels and keeps their words", () => {
    const html = sanitize(`${"<div>".repeat(500)}word${"</div>".repeat(500)}`);

    expect(html.match(/<div>/g)).toHaveLength(200);
    expect(html).toContain("word");
  });

  it("composes from 5 MB of < by leaving it out", () => {
    const { html } = composeForward(
      { content: { text: "FYI", html: "" }, messages: [aMessage({ text: "", html: "<".repeat(5_000_000) })] },
      sanitize,
    );

    expect(html).toContain("too long to be included");
  });
});
