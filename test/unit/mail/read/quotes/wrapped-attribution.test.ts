import { describe, expect, it } from "vitest";
import { languages } from "#shared/mail/read/languages/phrases.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import { attributionLines } from "./attribution-lines.ts";
import { clientWords } from "./clients/words.ts";

const answer = "Thank you, that works.";
const lines = [
  ...new Set([
    ...attributionLines.filter((line) => !line.includes("↵")),
    ...languages.flatMap(({ wrote = {} }) => Object.values(wrote)),
    ...Object.values(clientWords).flatMap(({ gmail, apple, yahoo = "" }) => [gmail, apple, yahoo]),
  ]),
].filter((line) => line.includes("Jane Doe"));
/** A name that begins a line cannot be told from the last word of the answer, unless the address below has it. */
const begins = (line: string) => /^Jane Doe[ /](?!.*<)/.test(line) || line.startsWith("---- Jane");

const isAddressed = (line: string) => /\(?<\S+@/.test(line);

/** Below such a wrap stands what could be a whole line: "AM GMT+1, Jane wrote:" reads like the German "am". */
const readsWhole = /\n(?:AM|um|2014)[ :]/;

/** Where programs wrap: at the address, inside it, inside the name, and at any space from the fortieth character on. */
const wraps: Readonly<Record<string, (line: string) => readonly string[]>> = {
  "before the address": (line) => (isAddressed(line) ? [line.replace(/ (?=\(?<)/, "\n")] : []),
  "behind the bracket": (line) => (isAddressed(line) ? [line.replace("<", "<\n")] : []),
  "in the name": (line) => (begins(line) ? [] : [line.replace("Jane Doe", "Jane\nDoe")]),
  "from the fortieth character on": (line) =>
    [...line.matchAll(/ /g)].filter(({ index }) => index >= 40).map(({ index }) => `${line.slice(0, index)}\n${line.slice(index + 1)}`),
};

describe.each(Object.keys(wraps))("an attribution that is wrapped %s", (where) => {
  const wrapped = lines.flatMap((line) => wraps[where]!(line)).filter((line) => line.includes("\n") && !readsWhole.test(line));

  it.each([
    ["the plain text", "\n\nShall we meet?\nJane\n"],
    ["the quote", "\n> Shall we meet?\n"],
  ])("goes whole with %s below it, in every language", (_, below) => {
    expect(wrapped.length).toBeGreaterThan(200);
    expect(wrapped.filter((line) => replyText(`${answer}\n\n${line}${below}`) !== answer)).toEqual([]);
  });
});

/** A line folded at spaces, as programs fold plain text. */
const foldedAt = (line: string, width: number) =>
  line.split(" ").reduce((text, word) => {
    const last = text.slice(text.lastIndexOf("\n") + 1);
    return `${text}${last.length + word.length < width ? " " : "\n"}${word}`;
  });

describe("an attribution that is folded", () => {
  const people = [
    ["Jane Elisabeth Doe-Featherstonehaugh", "jane.featherstonehaugh@example.com"],
    ["Ann Katharina Muster (Sales, Muster Ltd)", "akm@sales.example.com"],
    ["王小明", "wang.xiaoming@example.com"],
    ["Jane via Offers", "offers+abcdefghijklmnopqrstuvwxyz@mailer.subdomain.example.com"],
  ] as const;
  const programs = Object.values(clientWords).flatMap(({ gmail, apple, thunderbird, yahoo = "" }) => [gmail, apple, thunderbird, yahoo]);
  const long = programs.flatMap((line) => people.map(([name, email]) => line.replace("Jane Doe", name).replace("jane@example.com", email)));

  it.each([60, 68, 72, 76, 78])("goes whole at %i columns, in every language of Gmail, Apple Mail, Thunderbird and Yahoo", (width) => {
    const folded = long.map((line) => foldedAt(line, width)).filter((line) => line.includes("\n"));

    expect(folded.length).toBeGreaterThan(60);
    for (const below of ["\n\nShall we meet?\nJane\n", "\n> Shall we meet?\n"])
      expect(folded.filter((line) => replyText(`${answer}\n\n${line}${below}`) !== answer)).toEqual([]);
  });
});

describe("an attribution whose address stands in it twice", () => {
  const doubled = lines.filter((line) => line.includes("<jane@example.com>"));

  it.each(["<jane@example.com<mailto:jane@example.com>>", "<jane@example.com <mailto:jane@example.com>>"])(
    "goes with the plain text below it, in every language: %s",
    (address) => {
      const written = doubled.map((line) => line.replace("<jane@example.com>", address));

      expect(written.length).toBeGreaterThan(100);
      expect(written.filter((line) => replyText(`${answer}\n\n${line}\n\nShall we meet?\nJane\n`) !== answer)).toEqual([]);
    },
  );
});

describe("an attribution of somebody without a name", () => {
  it.each(["jane@example.com", '"jane@example.com"', "'jane@example.com'"])("goes with the plain text below it: %s", (name) => {
    const written = lines.filter((line) => /(?<!["'])Jane Doe <jane@example.com>/.test(line)).map((line) => line.replace("Jane Doe", name));

    expect(written.length).toBeGreaterThan(50);
    expect(written.filter((line) => replyText(`${answer}\n\n${line}\n\nShall we meet?\nJane\n`) !== answer)).toEqual([]);
  });
});

describe("an attribution over more than two lines", () => {
  it.each([
    "On Fri, 20 Nov 2026\nat 10:15, Jane Doe\n<jane@example.com> wrote:",
    "On Fri, 20 Nov 2026\nat 10:15, Jane\nDoe\n<jane@example.com> wrote:",
    "On Fri, Nov 20, 2026 at 10:15 AM Dr. Jane\nMargarete Doe via Sales Team\nNorthwind <\njane@example.com> wrote:",
    "Am Freitag, den 20. November 2026 um 10:15 Uhr schrieb\nJane Doe von der Beispiel GmbH\n<jane@example.com>:",
    "Le ven. 20 nov. 2026\nà 10:15, Jane Doe\n<jane@example.com> a écrit :",
    "El vie, 20 nov 2026\na las 10:15, Jane Doe\n(<jane@example.com>) escribió:",
    "Il giorno ven 20 nov 2026\nalle ore 10:15 Jane Doe\n<jane@example.com> ha scritto:",
    "Em sex., 20 de nov. de 2026\nàs 10:15, Jane Doe\n<jane@example.com> escreveu:",
    "pt., 20 lis 2026\no 10:15 Jane Doe\n<jane@example.com> napisał(a):",
  ])("goes whole: %s", (line) => {
    expect(replyText(`${answer}\n\n${line}\n\n> Shall we meet?`)).toBe(answer);
    expect(replyText(`${answer}\n\n${line}\n\nShall we meet?\nJane`)).toBe(answer);
  });
});

describe("a help desk's line", () => {
  it.each(["06 September 2021 04:57 PM", "6/9/2021 16:57", "Mon, 06 Sep 2021 16:57:00", "2021-09-06 16:57 UTC"])(
    "goes with the quote below it: %s",
    (date) => {
      expect(replyText(`${answer}\n\nQuote On: ${date}\n------------\n\nShall we meet?\nJane`)).toBe(answer);
      expect(replyText(`${answer}\n\nQuote On: ${date}\n> Shall we meet?`)).toBe(answer);
    },
  );

  it.each(["Quote On: 30 seats, please", "Quote On: shipping\nand handling"])("is the writer's without a time: %s", (line) => {
    expect(replyText(`We need this:\n\n${line}\n\nJane`)).toBe(`We need this:\n\n${line}\n\nJane`);
  });
});

describe("a line above an attribution", () => {
  it.each([
    ["On 20 Nov 2026 I am away.\nThanks a lot", "<jane@example.com> wrote:"],
    ["On 20 Nov 2026 I am away, sorry!\nThanks", "Jane Doe <jane@example.com> wrote:"],
    ["Max", "Jane Doe <jane.doe@example.com> schrieb am Fr., 20. Nov. 2026, 10:15:"],
    ["Yes, at 10:15.", "Jane Doe <jane@example.com> wrote:"],
    ["The price is 1500", "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:"],
    ["See you at 10:15 on Monday!", "Jane <jane@example.com> wrote:"],
    ["Gladly", "Jane <jane@example.com> wrote:"],
    ["Thanks a lot", "<jane@example.com> wrote:"],
    ["Done.", "<jane@example.com> wrote:"],
  ])("stays: %s", (line, attribution) => {
    expect(replyText(`Hello,\n\n${line}\n${attribution}\n> Shall we?`)).toBe(`Hello,\n\n${line}`);
  });
});
