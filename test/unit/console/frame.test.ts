// The page in which the console shows one email: what the sanitiser leaves, and the policy behind it (S22 in SECURITY.md).
import { describe, expect, it } from "vitest";
import { sanitizeForFrame } from "#shared/platform/html/sanitize.ts";
import { attributes, scanHtml } from "#shared/mail/html/scan.ts";
import { answerBytes, ANSWER_BYTES } from "#shared/mail/text.ts";
import { frameAnswer } from "#shared/service/console/console-answer.ts";
import { hostileHtml } from "#test/support/hostile-html.ts";

const page = (html: string, images = false) => frameAnswer(html, images, sanitizeForFrame);
const bodyOf = (html: string, images = false) => String(page(html, images).body).replace(/^.*<\/style>/s, "");

const forbiddenTags =
  /^(?:script|style|link|meta|base|iframe|frame|frameset|object|embed|applet|form|input|button|svg|math|video|audio|source|template)$/;
/** What of the html runs, loads, or leaves the frame. */
const active = (html: string): string[] =>
  [...scanHtml(html)]
    .filter((token) => token.kind !== "text")
    .filter((token) => {
      const given = token.kind === "open" ? [...attributes(html, token)] : [];
      const bad = given.some(
        ([name, value]) =>
          name.startsWith("on") ||
          ["srcset", "background", "poster", "ping", "action", "formaction", "id", "name"].includes(name) ||
          (name === "href" && !/^(?:https?|mailto|tel):/.test(value)) ||
          (name === "src" && !value.startsWith("data:image/png")) ||
          (name === "style" && /url|expression|position/i.test(value)) ||
          (name === "target" && value !== "_blank"),
      );
      return forbiddenTags.test(token.name) || bad;
    })
    .map(({ start, end }) => html.slice(start, end));

describe("the frame of an email", () => {
  it("is tried with at least sixty hostile mails", () => expect(new Set(hostileHtml).size).toBeGreaterThanOrEqual(60));

  it.each(hostileHtml)("has nothing that runs, loads or leaves it, of %j", (vector) => {
    expect(active(bodyOf(`before ${vector} after`))).toEqual([]);
  });

  it("opens links in a page that learns nothing of this one, whatever target they name", () => {
    expect(bodyOf('<a href="https://a.test/" target="_top" rel="opener">a</a>')).toBe(
      '<a href="https://a.test/" target="_blank" rel="noopener noreferrer">a</a>',
    );
  });

  it("names remote images only where the reader asked for them", () => {
    const html = '<img src="https://a.test/i.png" alt="A logo" />';

    expect(bodyOf(html)).toBe("<span>A logo</span>");
    expect(bodyOf(html, true)).toBe(html);
  });

  it("shows images that are in the html, and the description of those among the files", () => {
    expect(bodyOf('<img src="data:image/png;base64,iVBORw0KGgo=" /><img src="cid:logo@x" alt="Logo">')).toBe(
      '<img src="data:image/png;base64,iVBORw0KGgo=" /><span>[image: Logo]</span>',
    );
  });

  it("shows images among its files in their place, once they were fetched", () => {
    const inline = new Map([["logo@x", "data:image/png;base64,iVBORw0KGgo="]]);
    const html = sanitizeForFrame(
      '<img src="cid:logo@x" alt="Logo"><img src="CID:logo%40x"><img src="cid:gone@x" alt="Gone"><img src="cid:evil">',
      { images: false, inline: new Map([...inline, ["evil", "data:image/svg+xml;base64,AAAA"]]) },
    );

    expect(html).toBe(
      '<img alt="Logo" src="data:image/png;base64,iVBORw0KGgo=" /><img src="data:image/png;base64,iVBORw0KGgo=" /><span>[image: Gone]</span><span></span>',
    );
  });

  const sheetOf = (css: string) =>
    /^<style>(.*)<\/style>/s.exec(sanitizeForFrame(`<style>${css}</style><p>x</p>`, { images: true }))?.[1] ?? "";

  it.each([
    [".a{color:red}", "body .a{color:red}"],
    ["<!-- .a, TD.b > p:hover { color: red !important; } -->", "body .a,body TD.b > p:hover{color:red!important}"],
    ["html, body.x { background: #fff } body .y{color:red}", "body,body{background:#fff}body .y{color:red}"],
    [
      "@media only screen and (max-width:600px){.a{width:100%!important}}",
      "@media only screen and (max-width:600px){body .a{width:100%!important}}",
    ],
    ["img.hero{height:10px}p{height:10px}", "body img.hero{height:10px}"],
    ["@import url(https://a.test/x.css);.a{color:red}", "body .a{color:red}"],
    ['@import "https://a.test/x.css"; @charset "x"; .a{color:red}', "body .a{color:red}"],
    ["@font-face{font-family:x;src:url(https://a.test/x)}.a{color:red}", "body .a{color:red}"],
    [".a{background:url(https://a.test/i.png);color:red}", "body .a{color:red}"],
    [".a{background-image:u\\72l(https://a.test/i.png)}", ""],
    [".a{position:fixed;color:red;width:expression(alert(1))}", "body .a{color:red}"],
    ['a[href^="https://a"]{color:red}', ""],
    [".a{color:red}/* } .b{color:blue} */.c{color:green}", "body .a{color:red}body .c{color:green}"],
    [".a{color:red", "body .a{color:red}"],
    ["@media screen{@media print{.a{color:red}}.b{color:red}}", "@media screen{body .b{color:red}}"],
    ["@supports (display:grid){.a{color:red}}.b{color:red}", "body .b{color:red}"],
    [".a{color:red;}</sty\u017fe><b>.b{color:red}", "body .a{color:red}"],
  ])("keeps of the style sheet %j what changes how the mail looks, and loads nothing: %j", (css, kept) => {
    expect(sheetOf(css)).toBe(kept);
  });

  it("takes no style sheet out of a comment, and leaves none in the mail", () => {
    const html = sanitizeForFrame("<!--[if mso]><style>.a{color:red}</style><![endif]--><style>.b{color:red}</style><p class=b>x</p>", {
      images: false,
    });

    expect(html).toBe('<style>body .b{color:red}</style><p class="b">x</p>');
  });

  it("reads hostile style sheets in linear time", () => {
    for (const part of [";", "{", "}", "@media a{", "<style>", "<!--", "/*", "a,", ".a{color:red}", "@import;"])
      expect(sanitizeForFrame(`<style>${part.repeat(150_000 / part.length)}</style>`, { images: false }).length).toBeLessThan(400_000);
  });

  it("has a policy without scripts, forms, origin or foreign frames, which allows remote images on request alone", () => {
    const policyOf = (images: boolean) => page("x", images).headers["content-security-policy"];

    expect(policyOf(false)).toBe(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    expect(policyOf(true)).toContain("img-src data: https:;");
    expect(page("x").headers).toMatchObject({ "referrer-policy": "no-referrer", "x-dns-prefetch-control": "off" });
  });

  it("fits in an answer, also when escaping multiplies the mail", () => {
    const { body } = page(`<p>${"\\u0001&".repeat(500_000)}</p>`);

    expect(answerBytes(body)).toBeLessThan(ANSWER_BYTES);
    expect(String(body)).toContain("&amp;");
  });
});
