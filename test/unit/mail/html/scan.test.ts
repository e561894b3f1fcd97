import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributes, decodeEntities, escapeHtml, scanHtml } from "#shared/mail/html/scan.ts";

const tokens = (html: string) => [...scanHtml(html)].map(({ kind, name, start, end }) => `${kind} ${name || html.slice(start, end)}`);

describe("scanHtml", () => {
  it.each([
    ["<P class=x>a</p >b", ["open p", "text a", "close p", "text b"]],
    ["a < b <b>3<4</b", ["text a < b ", "open b", "text 3<4</b"]],
    ["<a href=\"x>y\" t='>'>k", ["open a", "text k"]],
    ['<a href=x?a="b>k', ["open a", "text k"]],
    ['<a href="x>k</a>l', ["open a", "text k", "close a", "text l"]],
    ["a<!-- <b> -->b<!-->c<!--->d<!-- --!>e", ["text a", "text b", "text c", "text d", "text e"]],
    ["a<!-- never closed", ["text a<!-- never closed"]],
    ["<!doctype html><?xml?>a<![if !mso]>b", ["text a", "text b"]],
    ["<style>a<b></style>c<script>if(a<b)</SCRIPT>d", ["open style", "close style", "text c", "open script", "close script", "text d"]],
    ["<br/><x:y>", ["open br/", "open x:y"]],
  ])("reads %j", (html, expected) => {
    expect(tokens(html)).toEqual(expected.map((token) => token.replace("br/", "br")));
  });

  it("never overlaps and never goes back, whatever it reads", () => {
    const piece = fc.constantFrom(..."< > </ <p <a> </a> \" ' = <!-- --> <style> </style> x / \n <?".split(" "), " ");

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join("");
        let at = 0;
        for (const { start, end } of scanHtml(html)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(html.length);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("attributes", () => {
  it("reads quoted, bare and empty values; the first of two counts", () => {
    const html = `<a HREF='x&amp;y' class=foo/bar data-x checked href=2 style = "a;b">`;
    const [tag] = [...scanHtml(html)];

    expect(tag && Object.fromEntries(attributes(html, tag))).toEqual({
      href: "x&y",
      class: "foo/bar",
      "data-x": "",
      checked: "",
      style: "a;b",
    });
  });
});

describe("entities", () => {
  it("decodes names and numbers, and leaves what it does not know", () => {
    expect(decodeEntities("&eacute;&#233;&#xE9;&euro;&#150;&nbsp;&amp;lt; &bogus; &copy=1 AT&T &#0;&#xd800;")).toBe(
      "ééé€–\u00a0&lt; &bogus; &copy=1 AT&T \ufffd\ufffd",
    );
  });

  it("gives back what it escaped", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(decodeEntities(escapeHtml(text))).toBe(text);
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
      }),
    );
  });
});
