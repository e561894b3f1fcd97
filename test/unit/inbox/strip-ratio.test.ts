import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/adapters/imap/parse-message.ts";
import { classify } from "#shared/domain/inbox/classify.ts";
import { replyHtml } from "#shared/domain/inbox/strip-html.ts";
import { replyText } from "#shared/domain/inbox/strip-text.ts";
import { adversarialUnits, ends } from "./adversarial.ts";

/** Guarantees S15: how many times as long twice the input may take; linear is 2, quadratic 4. The guarantee's 2.5, and room for a collector that longer inputs wake more often. */
const limit = 3;
const size = 16 * 1024;
/** Shorter times say nothing on a busy machine; a quadratic reader is far above them at four times the size. */
const tooShortMs = 4;
const attempts = 40;

const readers: Record<string, (text: string) => unknown> = {
  replyText,
  replyHtml,
  classify: (text) =>
    classify(parseMessage(Buffer.from(`From: mailer-daemon@x.example\nSubject: failure notice\n\n${text}`)), { answersOwnSend: false }),
};

const inputs = adversarialUnits.flatMap((unit) => ends.map((end): [string, string] => [unit, end]));

describe.each(Object.keys(readers))("%s", (name) => {
  it(`takes at most ${limit} times as long for twice the text, for ${inputs.length} hostile ones`, { timeout: 60_000 }, () => {
    const superlinear = inputs.filter(([unit, end]) => !growsLinearly(readers[name]!, unit, end));

    expect(inputs.length).toBeGreaterThanOrEqual(200);
    expect(superlinear).toEqual([]);
  });
});

it("would see a reader that takes quadratic time", () => {
  const quadratic = (text: string) => {
    let sum = 0;
    for (let i = 0; i < text.length; i += 8) for (let j = 0; j < i; j += 8) sum += j;
    return sum;
  };

  expect(growsLinearly(quadratic, "> ", "")).toBe(false);
});

/** The least of several times is what the work itself takes; others using the machine only ever add to it. */
function growsLinearly(read: (text: string) => unknown, unit: string, end: string): boolean {
  const texts = [1, 4].map((times) => unit.repeat(Math.ceil((times * size) / unit.length)) + end);
  const best = texts.map(() => Infinity);
  for (let attempt = 0; attempt < attempts; attempt++) {
    // the long one first: it must not gain from a compiler that the short one has warmed up
    for (const i of [1, 0]) best[i] = Math.min(best[i]!, measure(read, texts[i]!));
    const [once, fourfold] = best as [number, number];
    // two doublings at once, as one alone is near the noise of a busy machine
    if (fourfold < tooShortMs || fourfold / once < limit ** 2) return true;
  }
  return false;
}

function measure(read: (text: string) => unknown, text: string): number {
  const start = performance.now();
  read(text);
  return performance.now() - start;
}
