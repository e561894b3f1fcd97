import { describe, expect, it } from "vitest";
import { stopRequest } from "#shared/mail/read/intent/read-intent.ts";
import { stopWords } from "#shared/mail/read/intent/stop-words.ts";
import { anyPhrase } from "#shared/mail/read/phrase-matcher.ts";
import { unseenAnswers } from "./unseen-answers.ts";

describe("answers that the rules were not written with", () => {
  it("show at least 85 of 100 requests to stop, and of a hundred that they show at most one is none", () => {
    const results = unseenAnswers.map((answer) => ({ answer, got: stopRequest(answer.text) !== "" }));
    const shown = results.filter(({ got }) => got);
    const wrong = shown.filter(({ answer }) => !answer.stops);
    const asking = results.filter(({ answer }) => answer.stops);
    const missed = asking.filter(({ got }) => !got);
    console.log(results.length, 1 - wrong.length / shown.length, 1 - missed.length / asking.length);

    expect(results.length).toBeGreaterThan(500);
    expect(wrong.length / shown.length).toBeLessThanOrEqual(0.01);
    expect(missed.length / asking.length).toBeLessThanOrEqual(0.15);
  });
});

describe("every phrase of a request to stop", () => {
  const phrases = stopWords.flatMap(({ asks, unless }) => [...Object.entries(asks), ...Object.entries(unless)]);

  it.each(phrases)("is found in its example: %s: %s", (phrase, example) => {
    expect(anyPhrase({ [phrase]: example }).test(example)).toBe(true);
  });
});
