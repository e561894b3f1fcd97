// What leaves of a formatted text: HTML made anew of what we know, whatever was pasted into the editor.
import { describe, expect, it } from "vitest";
import { htmlOf, linkOf, picturesIn, type RichNode, richOf, wordsOf } from "#shared/console/screens/conversation/rich-text.ts";

const text = (words: string, ...marks: NonNullable<RichNode["marks"]>): RichNode => ({ type: "text", text: words, marks });
const doc = (...content: RichNode[]): RichNode => ({ type: "doc", content });
const p = (...content: RichNode[]): RichNode => ({ type: "paragraph", content });

describe("a formatted text as HTML", () => {
  it("has bold, links, lists and quotes", () => {
    const item = (words: string): RichNode => ({ type: "listItem", content: [p(text(words))] });
    const written = doc(
      p(
        text("Dear "),
        text("Jane", { type: "bold" }),
        { type: "hardBreak" },
        text("look", { type: "link", attrs: { href: "https://a.test/?a=1&b=2" } }),
      ),
      { type: "bulletList", content: [item("one"), item("two")] },
      { type: "blockquote", content: [p(text("said"))] },
      p(),
    );

    expect(htmlOf(written)).toBe(
      '<p>Dear <strong>Jane</strong><br><a href="https://a.test/?a=1&amp;b=2">look</a></p><ul><li><p>one</p></li><li><p>two</p></li></ul>' +
        '<blockquote style="margin:0 0 0 8px;padding-left:10px;border-left:2px solid #ccd"><p>said</p></blockquote><p><br></p>',
    );
  });

  it.each([
    ["words that look like HTML", p(text("<script>alert(1)</script>")), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ["a link that is a script", p(text("go", { type: "link", attrs: { href: "javascript:alert(1)" } })), "<p>go</p>"],
    [
      "a link with a quote",
      p(text("go", { type: "link", attrs: { href: 'https://a.test/"onclick="x' } })),
      '<p><a href="https://a.test/%22onclick=%22x">go</a></p>',
    ],
    ["an unknown mark", p(text("go", { type: "style", attrs: { css: "x" } })), "<p>go</p>"],
    ["an unknown element", { type: "iframe", attrs: { src: "x" }, content: [text("in it")] }, "in it"],
    ["a picture from elsewhere", p({ type: "picture", attrs: { cid: "https://tracker.test/x.png" } }), "<p><br></p>"],
    [
      "a picture's name with a quote",
      p({ type: "picture", attrs: { cid: "a-1@inline", alt: '"><script>' } }),
      '<p><img src="cid:a-1@inline" alt="&quot;&gt;&lt;script&gt;" style="max-width:100%"></p>',
    ],
  ] as const)("holds nothing foreign of %s", (_, node, html) => expect(htmlOf(doc(node))).toBe(html));

  it("names its pictures", () => {
    expect(picturesIn(doc(p({ type: "picture", attrs: { cid: "a-1@inline" } })))).toEqual(["a-1@inline"]);
  });
});

describe("a link's address", () => {
  it.each([
    ["a.test/x", "https://a.test/x"],
    ["http://a.test", "http://a.test/"],
    ["mailto:jane@a.test", "mailto:jane@a.test"],
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["", undefined],
    ["JaVaScRiPt:alert(1)", undefined],
  ])("%j", (given, href) => expect(linkOf(given)).toBe(href));
});

it.each(["One\n\nTwo\nThree", "One", ""])("a plain text stays itself when it becomes formatted and plain again: %j", (words) => {
  expect(wordsOf(richOf(words))).toBe(words);
});
