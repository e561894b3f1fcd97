import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToText, textPart } from "#shared/mail/html/html-to-text.ts";

describe("htmlToText", () => {
  it.each([
    ["plain words stay", "a &amp; b", "a & b"],
    ["white space folds", "<p> a\n  b\t c </p>", "a b c"],
    ["paragraphs stand apart", "<p>a</p><p>b</p>", "a\n\nb"],
    ["blocks end lines", "<div>a</div><div><div>b</div></div>c", "a\nb\nc"],
    ["breaks end lines", "a<br>b<br/><br>c", "a\nb\n\nc"],
    ["inline markup is no space", "<b>wo</b><i>rd</i>s", "words"],
    ["a link tells its target", '<a href="https://x.com/?a=1&amp;b=2">see <b>this</b></a>.', "see this (https://x.com/?a=1&b=2)."],
    [
      "a link that is its own target is said once",
      '<a href="https://x.com/">x.com</a> <a href="mailto:a@b.c?subject=x">a@b.c</a>',
      "x.com a@b.c",
    ],
    ["a link of another kind is its words", '<a href="javascript:alert(1)">go</a><a href="#top">up</a>', "goup"],
    ["an image is its alternative text", '<img src="x" alt="Logo"> Inc', "Logo Inc"],
    ["a list has dashes", "<ul><li>a<li>b<ul><li>c</ul></ul>d", "- a\n- b\n  - c\n\nd"],
    ["a numbered list has numbers", '<ol start="9"><li>a</li><li><p>b</p></li></ol>', "9. a\n10. b"],
    ["cells stand side by side", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a b\n1 2"],
    ["a quote has arrows", "a<blockquote>b<br>c<blockquote>d</blockquote></blockquote>e", "a\n\n> b\n> c\n>\n> > d\n\ne"],
    ["preformatted text keeps its spaces", "<pre>a  b\n   c</pre>", "a  b\n   c"],
    ["a rule is seen", "a<hr>b", "a\n\n* * *\n\nb"],
    ["style, script and title are not seen", "<title>t</title><style>s</style><script>s</script>a", "a"],
    ["comments are not seen", "a<!-- no --> b", "a b"],
    ["text in a head without end is seen", "<head><p>a", "a"],
    ["a lonely bracket stays", "1 < 2 > 0 <", "1 < 2 > 0 <"],
    ["nothing is nothing", "", ""],
  ])("%s", (_, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    ["quotes", "<blockquote>".repeat(20) + "a<br>".repeat(199_000)],
    ["lists", "<ul>".repeat(20) + "<li>a".repeat(199_000)],
    ["characters of four bytes", `${"<blockquote>".repeat(20)}x${"😀<br>".repeat(100_000)}`],
  ])("makes a text part of at most 1 MB from %s, cut between whole characters", (_, html) => {
    const text = textPart(html);

    expect(Buffer.byteLength(htmlToText(html))).toBeGreaterThan(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(999_990);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(text.isWellFormed()).toBe(true);
  });

  it("loses no word, whatever the markup", () => {
    const tags = "p div br hr a ul ol li table tr td blockquote pre b img h1 body head html font".split(" ");
    const tag = fc.record({
      name: fc.constantFrom(...tags),
      close: fc.boolean(),
      attribute: fc.constantFrom("", ' href="https://x.y"', " style='a>b'", " x"),
    });
    const piece = fc.oneof(
      fc.stringMatching(/^w[a-z0-9]{1,8}$/).map((word) => ` ${word} `),
      tag.map(({ name, close, attribute }) => (close ? `</${name}>` : `<${name}${attribute}>`)),
      fc.constantFrom("<", ">", "&", "<!-- c -->", "\n", "&nbsp;"),
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const words = pieces.filter((text) => text.startsWith(" w")).map((text) => text.trim());

        expect(htmlToText(pieces.join("")).match(/\bw[a-z0-9]{1,8}\b/g) ?? []).toEqual(words);
      }),
      { numRuns: 1000 },
    );
  });
});
