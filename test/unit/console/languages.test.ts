// The console's words in other languages: every word that is asked for is there, with the same values, and none is left over from another version.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { words as german } from "#shared/console/languages/de.ts";
import { words as spanish } from "#shared/console/languages/es.ts";
import { words as french } from "#shared/console/languages/fr.ts";

const folder = join(import.meta.dirname, "../../../shared/console");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("languages"))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");
/** Words within `t("…")`, also where one of two is chosen. */
const asked = [...sources.matchAll(/\bt\(([^;]*?)\)/g)].flatMap(([, inner = ""]) =>
  [...inner.matchAll(/(?:^|[?:] |\|\| )"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => JSON.parse(`"${text}"`) as string),
);
const valuesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each([
  ["German", german],
  ["French", french],
  ["Spanish", spanish],
])("%s", (_, words) => {
  it("has every word that is asked for", () => {
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((text) => text !== "" && words[text] === undefined)).toEqual([]);
  });

  it("has the same words as the others, with the same values and spaces at the ends", () => {
    expect(Object.keys(words)).toEqual(Object.keys(german));
    for (const [english, own] of Object.entries(words)) {
      expect([english, valuesIn(own), own.trim() !== ""]).toEqual([english, valuesIn(english), true]);
      expect([english, own.startsWith(" "), own.endsWith(" ")]).toEqual([english, english.startsWith(" "), english.endsWith(" ")]);
    }
  });

  it("keeps no word of which the console knows nothing", () => {
    const literal = (text: string): boolean =>
      sources.includes(JSON.stringify(text)) || sources.includes(`>${text}<`) || sources.includes(text.trim());
    expect(Object.keys(words).filter((text) => !literal(text))).toEqual([]);
  });
});
