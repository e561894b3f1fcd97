import { describe, expect, it } from "vitest";
import { normalised, shortName } from "#shared/mail/text.ts";

const allCharacters = Array.from({ length: 0x110000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? "" : String.fromCodePoint(code)));

describe("a normalised text", () => {
  it.each<readonly [string, "NFC" | "NFKD", string]>([
    ["e\u0301", "NFC", "é"],
    ["é", "NFKD", "e\u0301"],
    ["ﬁ", "NFKD", "fi"],
    ["", "NFC", ""],
  ])("is in its form: %j in %s", (text, form, expected) => {
    expect(normalised(text, form)).toBe(expected);
  });

  it("keeps 32 marks in a row, and the text behind them", () => {
    expect(normalised(`x${"\u0301\u0316".repeat(8_000)}y`, "NFC")).toBe(`x${"\u0316".repeat(16)}${"\u0301".repeat(16)}y`);
    expect(normalised(`x${"\u0316".repeat(32)}y${"\u0316".repeat(32)}`, "NFC")).toHaveLength(66);
  });

  it("counts every character that becomes nothing but marks", () => {
    const marks = allCharacters.filter((character) => /^\p{M}+$/u.test(character.normalize("NFKD")));

    expect(marks.filter((character) => !/[\p{M}\uff9e\uff9f]/u.test(character))).toEqual([]);
  });
});

describe("a name", () => {
  it("is cut to 255 characters, no character in two", () => {
    expect(shortName(`${"a".repeat(254)}😀`)).toBe("a".repeat(254));
    expect(shortName("a".repeat(300))).toHaveLength(255);
    expect(shortName("Zoë.pdf")).toBe("Zoë.pdf");
  });

  it("keeps 32 marks in a row", () => {
    expect(shortName(`a${"\u0301".repeat(100)}.pdf`)).toBe(`a${"\u0301".repeat(32)}.pdf`);
  });
});
