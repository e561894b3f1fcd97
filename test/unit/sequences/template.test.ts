// Placeholders of a sequence's steps: no code, and no step leaves with `{{`.
import { describe, expect, it } from "vitest";
import { textPart } from "#shared/mail/html/html-to-text.ts";
import { fillStep, missingIn, openIn, unfillable, variablesOf } from "#shared/sequences/sequence.ts";
import { randomBy } from "#test/support/random.ts";

const step = (bodyText: string, bodyHtml = "", subject = "Hi") => ({ subject, bodyHtml, bodyText });

describe("a placeholder", () => {
  it.each([
    ["{{name}}", { name: "Ann" }, "Ann"],
    ["{{ name }}, {{name}}", { name: "Ann" }, "Ann, Ann"],
    ["{{name|there}}", {}, "there"],
    ["{{name|there}}", { name: "" }, "there"],
    ["{{name|}}", {}, ""],
    ["{{toString}}{{constructor|x}}", { toString: "a" }, "ax"],
    ["{{a}}{{b}}", { a: "{{b}}", b: "$&" }, "{{b}}$&"],
    ["{name} }} {", { name: "Ann" }, "{name} }} {"],
  ])("makes of %j with %j the text %j", (text, values, expected) => {
    expect(fillStep(step(text), values as Record<string, string>).bodyText).toBe(expected);
  });

  it("is escaped in HTML, and one line in a subject", () => {
    const filled = fillStep(
      { subject: "For {{a}}", bodyHtml: '<a title="{{a}}">{{a|<i>x</i>}}</a>', bodyText: "{{a}}" },
      { a: "<b>\r\n\u2028\"'&" },
    );
    expect(filled).toEqual({
      subject: "For <b> \"'&",
      bodyHtml: `<a title="&lt;b&gt;\r\n\u2028&quot;&#39;&amp;">&lt;b&gt;\r\n\u2028&quot;&#39;&amp;</a>`,
      bodyText: "<b>\r\n\u2028\"'&",
    });
  });

  it("is known by its name, and missing by the first step that needs it", () => {
    const steps = [step("{{a}} {{b|x}}"), step("{{c}}", "<p>{{a}}</p>")];
    expect([...variablesOf(steps)].toSorted()).toEqual(["a", "b", "c"]);
    expect([...missingIn(steps, { a: " \n", b: "" })]).toEqual([
      ["a", 1],
      ["c", 2],
    ]);
    expect([...missingIn(steps, { a: "x", c: "y" })]).toEqual([]);
  });
});

describe("a text with {{ that is no placeholder", () => {
  it.each([
    step("{{"),
    step("{{}}"),
    step("{{ first name }}"),
    step("{{name"),
    step("{{{{name}}}}"),
    step("{{name|a{b}}"),
    step("{{a|}}{{{b|}}{"),
    step("{{1x}}"),
    step("{% if x %}{{x.y}}"),
    step("x", "<p>{{#each}}</p>"),
    step("x", "<p>&#123;&lbrace;name}}</p>"),
    step("x", "<p>{<span>{name}}</span></p>"),
    step("x", "<style>a{{b}}</style>{{ x y }}"),
    step("x", "", "{{"),
  ])("is refused: %j", (text) => {
    expect(unfillable(text)).toHaveLength(1);
  });

  it.each([step("{a} }} {"), step("{{a}} {{b|c}}", "<style>a{b:c}</style><p>{{a}}</p>"), step("{ {a} }")])("is none in %j", (text) => {
    expect(unfillable(text)).toEqual([]);
  });
});

describe("ten thousand generated steps with generated values", () => {
  it("leave without {{, or are refused", () => {
    const random = randomBy(42);
    const pieces = [
      "{",
      "{{",
      "}}",
      "}",
      "name",
      "{{name}}",
      "{{name|",
      "{{b|x}}",
      "|",
      "<b>",
      "</b>",
      "&#123;",
      "&lbrace;",
      " ",
      "Hello",
      "<p>",
      "\n",
    ];
    const values = ["", "{", "{{", "}}", "Ann", "<b>", "&#123;{", "{{b}}", "a\nb"];
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
    const text = () => Array.from({ length: Math.floor(random() * 6) }, () => pick(pieces)).join("");
    let left = 0;
    for (let i = 0; i < 10_000; i += 1) {
      const one = { subject: text().replaceAll("\n", ""), bodyHtml: text(), bodyText: text() };
      if (unfillable(one).length > 0) continue;
      const filled = fillStep(one, { name: pick(values), b: pick(values) });
      if (openIn(filled).length > 0) continue;
      left += 1;
      const wire = [filled.subject, filled.bodyHtml, filled.bodyText, filled.bodyText === "" ? textPart(filled.bodyHtml) : ""];
      expect(wire.filter((part) => part.includes("{{"))).toEqual([]);
    }
    expect(left).toBeGreaterThan(1_000);
  });
});
