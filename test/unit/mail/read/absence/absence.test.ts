import { describe, expect, it } from "vitest";
import { readAbsence, absenceLanguages } from "#shared/mail/read/absence/read-absence.ts";
import { anyPhrase } from "#shared/mail/read/languages/language.ts";
import { ownNotes, trickyNotes } from "./own-notes.ts";
import { unseenNotes } from "./unseen-notes.ts";
import { wholeNotes } from "./whole-notes.ts";
import type { Note } from "./note.ts";

const offsetOf = (zone: string): number => (zone.startsWith("-") ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
const read = ({ subject, text, at, zone }: Note) => {
  const { autoClass, returnsOn = "" } = readAbsence({ subject, text, receivedAt: new Date(at), offset: offsetOf(zone) });
  return { is: autoClass, returns: returnsOn };
};

describe("an absence note", () => {
  it.each([...ownNotes, ...trickyNotes, ...wholeNotes].map((note) => [note.language, note.text, note] as const))(
    "is read: %s: %s",
    (_language, _text, note) => {
      expect(read(note)).toEqual({ is: note.is, returns: note.returns });
    },
  );
});

describe("every phrase of an absence", () => {
  const phrases = Object.entries(absenceLanguages).flatMap(([language, words]) =>
    (["returns", "whenBack", "notReturns", "absent", "left", "received"] as const).flatMap((part) =>
      Object.entries(words[part] ?? {}).map(([phrase, example]) => [language, part, phrase, example] as const),
    ),
  );

  it.each(phrases)("is found in its example: %s %s %s", (_language, _part, phrase, example) => {
    expect(anyPhrase({ [phrase]: example }).test(example)).toBe(true);
  });
});

describe("notes that the rules were not written with", () => {
  it("give the day of the return to at least four of five, and of a hundred at most two wrongly", () => {
    const results = unseenNotes.map((note) => ({ note, got: read(note) }));
    const given = results.filter(({ got }) => got.returns !== "");
    const wrong = given.filter(({ note, got }) => note.returns !== got.returns);
    const dated = results.filter(({ note }) => note.returns !== "");
    const missed = dated.filter(({ got }) => got.returns === "");
    const unlike = results.filter(({ note, got }) => note.is !== got.is);

    expect(results.length).toBeGreaterThan(200);
    expect(wrong.length / given.length).toBeLessThanOrEqual(0.02);
    expect(missed.length / dated.length).toBeLessThanOrEqual(0.2);
    expect(unlike.length / results.length).toBeLessThanOrEqual(0.05);
  });
});
