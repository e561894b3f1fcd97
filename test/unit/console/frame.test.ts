// The page in which the console shows one email: what the sanitiser leaves, and the policy behind it (S22 in SECURITY.md).
import { describe, expect, it } from "vitest";
import { sanitizeForFrame } from "#shared/adapters/html/sanitize.ts";
import { attributes } from "#shared/domain/mail/html/attribute.ts";
import { scanHtml } from "#shared/domain/mail/html/scan.ts";
import { answerBytes, ANSWER_BYTES } from "#shared/domain/mail/text-size.ts";
import { frameAnswer } from "#shared/http/console/frame-answer.ts";
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
