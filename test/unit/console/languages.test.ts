// The console's words in other languages: nothing shows past them, every word that is asked for is there, with the same values, and none is left over.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import german from "#shared/console/languages/de.json" with { type: "json" };
import spanish from "#shared/console/languages/es.json" with { type: "json" };
import french from "#shared/console/languages/fr.json" with { type: "json" };
import { views } from "#shared/console/screens/inbox/filter.ts";
import { listProviders } from "#shared/mailboxes/list-providers.ts";
import { shownBy } from "./visible-words.ts";

const folder = join(import.meta.dirname, "../../../shared/console");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const shown = sources.map(({ name, text }) => ({ name, ...shownBy(text, name.endsWith("x")) }));
/** Words that the service gives: the well-known servers with what their owners have to do first. A name alone has no translation. */
const served = listProviders()
  .flatMap(({ servers }) => servers.flatMap(({ name, hint }) => [name, hint]))
  .filter((text) => text.includes(" "));
const asked = new Set([...shown.flatMap((one) => one.asked), ...served]);
const valuesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the sources", () => {
  it("show no English past the dictionaries", () => {
    expect(shown.filter(({ unasked }) => unasked.length > 0).map(({ name, unasked }) => [name, unasked])).toEqual([]);
  });

  it.each([
    ["a text between tags", "<p>Nothing waits.</p>"],
    ["a text beside an element", "<p>since {time}</p>"],
    ["an attribute of the browser's element", '<button aria-label="Close it" />'],
    ["a sentence made of parts", "const words = `${n} emails are waiting`;"],
  ])("would be found with %s", (_, source) => {
    expect(shownBy(source, true).unasked).toHaveLength(1);
  });

  it.each([
    ["a label of the console's own part", '<Field label="Further words" />', "Further words"],
    ["a button", "<Button>Go away</Button>", "Go away"],
    ["a value of a list", 'const words = ["works", "Works well"];', "Works well"],
    ["a choice", 't(isNew ? "Make it" : "Change it");', "Make it"],
    ["a number with its noun", 'count(n, "row");', "{n} rows"],
  ])("ask for %s", (_, source, text) => {
    expect(shownBy(source, true).asked).toContain(text);
  });
});

describe.each([
  ["German", german],
  ["French", french],
  ["Spanish", spanish],
])("%s", (_, dictionary) => {
  const words: Readonly<Record<string, string>> = dictionary;

  it("has every word that is asked for", () => {
    expect(asked.size).toBeGreaterThan(800);
    expect([...asked].filter((text) => words[text] === undefined)).toEqual([]);
  });

  it("names each view of the inbox otherwise", () => {
    const names = views.map(([, name]) => words[name]);

    expect(new Set(names).size).toBe(views.length);
  });

  it("has the same words as the others, with the same values and spaces at the ends", () => {
    expect(Object.keys(words)).toEqual(Object.keys(german));
    for (const [english, own] of Object.entries(words)) {
      expect([english, valuesIn(own), own.trim() !== ""]).toEqual([english, valuesIn(english), true]);
      expect([english, own.startsWith(" "), own.endsWith(" ")]).toEqual([english, english.startsWith(" "), english.endsWith(" ")]);
    }
  });

  it("keeps no word of which the console knows nothing", () => {
    const logins = readFileSync(join(folder, "../accounts/auth/log-in.ts"), "utf8");
    const all = [...sources.map(({ text }) => text), logins].join("\n");
    // Values of the API, such as a send's state, stand in no source as text.
    const isKnown = (text: string): boolean => asked.has(text) || all.includes(JSON.stringify(text)) || /^[a-z]+( [a-z]+)?$/.test(text);
    expect(Object.keys(words).filter((text) => !isKnown(text))).toEqual([]);
  });
});
