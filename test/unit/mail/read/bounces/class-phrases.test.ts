import { describe, expect, it } from "vitest";
import { classOfWords, languageTexts, serverTexts } from "#shared/mail/read/bounces/bounce-class.ts";
import { phraseSource } from "#shared/mail/read/languages/phrases.ts";

const all = [...serverTexts, ...languageTexts].flatMap((table) =>
  Object.entries(table).flatMap(([kind, phrases]) => Object.entries(phrases).map(([phrase, example]) => ({ kind, phrase, example }))),
);

/** Words against a final refusal, beside words of a mild class: either is right. */
const mild = new Set<string | undefined>(["other", "expired"]);

describe("a phrase of a class", () => {
  it("stands in its example", () => {
    expect(all.length).toBeGreaterThan(400);
    expect(all.filter(({ phrase, example }) => !new RegExp(phraseSource(phrase), "iu").test(example))).toEqual([]);
  });

  it("gives its class in its example", () => {
    const wrong = all.flatMap(({ kind, phrase, example }) => {
      const found = classOfWords(example);
      return found === kind || (mild.has(kind) && mild.has(found)) ? [] : [{ kind, found, phrase, example }];
    });

    expect(wrong).toEqual([]);
  });

  it("is never one of an address that does not exist where the text also speaks against it", () => {
    const gone = all.filter(({ kind }) => kind === "unknown_user").map(({ example }) => example);
    const against = [
      "over quota",
      "the mailbox is temporarily disabled",
      "listed in zen.spamhaus.org",
      "rate limit exceeded",
      "Connection timed out",
    ];

    const believed = gone
      .flatMap((example) => against.map((words) => `${example}; ${words}`))
      .filter((text) => classOfWords(text) === "unknown_user");

    expect(believed).toEqual([]);
  });
});
