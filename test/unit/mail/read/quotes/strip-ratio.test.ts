import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/domain/mail/read/mime/parse-message.ts";
import { classify } from "#shared/domain/mail/read/classify.ts";
import { replyHtml } from "#shared/domain/mail/read/quotes/strip-html.ts";
import { replyText } from "#shared/domain/mail/read/quotes/strip-text.ts";
import { adversarialUnits, ends } from "./adversarial.ts";

/**
 * Guarantees S15, measured over three doublings at once, as one alone is lost in the noise of a busy machine: eight times the text takes a
 * linear reader 8 times as long, a quadratic one 64. The limit lies between, at 2.8 for each doubling.
 */
const times = 8;
const limit = 2.8 ** 3;
const size = 8 * 1024;
/** Shorter times say nothing; a quadratic reader takes far longer for 64 KB. */
const tooShortMs = 30;
const attempts = 12;

const readers: Record<string, (text: string) => unknown> = {
  replyText,
  replyHtml,
  classify: (text) =>
    classify(parseMessage(Buffer.from(`From: mailer-daemon@x.example\nSubject: failure notice\n\n${text}`)), { answersOwnSend: false }),
};

const inputs = adversarialUnits.flatMap((unit) => ends.map((end): [string, string] => [unit, end]));

describe.each(Object.keys(readers))("%s", (name) => {
  it(`takes no more than linear time for ${inputs.length} hostile texts`, { timeout: 60_000 }, () => {
    const superlinear = inputs.filter(([unit, end]) => !growsLinearly(readers[name]!, unit, end));

    expect(inputs.length).toBeGreaterThanOrEqual(200);
    expect(superlinear).toEqual([]);
  });
});

it("would see a reader that takes quadratic time", () => {
  const quadratic = (text: string) => {
    let sum = 0;
    for (let i = 0; i < text.length; i += 4) for (let j = 0; j < i; j += 4) sum += j;
    return sum;
  };

  // the compiler's work must not make the short text look slow
  for (let i = 0; i < 20; i++) quadratic(" ".repeat(size));

  expect(growsLinearly(quadratic, "> ", "")).toBe(false);
});

/** The least of several times is what the work itself takes: other processes, collector and compiler only ever add to it. */
const growsLinearly = (read: (text: string) => unknown, unit: string, end: string): boolean => {
  const [short, long] = [1, times].map((factor) => unit.repeat(Math.ceil((factor * size) / unit.length)) + end) as [string, string];
  const best = { short: Infinity, long: Infinity };
  for (let attempt = 0; attempt < attempts; attempt++) {
    best.long = Math.min(best.long, measure(read, long));
    if (best.long < tooShortMs) return true;
    best.short = Math.min(best.short, measure(read, short));
    if (best.long / best.short < limit) return true;
  }
  return false;
};

const measure = (read: (text: string) => unknown, text: string): number => {
  const start = performance.now();
  read(text);
  return performance.now() - start;
};
