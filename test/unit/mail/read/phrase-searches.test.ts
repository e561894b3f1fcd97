import { afterEach, expect, it, vi } from "vitest";
import { understandKind } from "#shared/mail/read/classify.ts";
import { anyStartOf } from "#shared/mail/read/languages/phrases.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";

/** A pattern of many languages' phrases, and a text of which more than a line is searched, characters. */
const LONG_PATTERN = 500;
const LONG_TEXT = 400;

const mail = (headers: string) =>
  parseMessage(
    Buffer.from(
      `From: Jane <jane@peer.test>\r\nTo: me@example.com\r\nSubject: Weekly numbers\r\n${headers}Content-Type: text/plain; charset=utf-8\r\n\r\n${"The numbers of this week – 37 – are in.\r\n".repeat(60)}`,
    ),
  );

/** How often each long pattern is searched for in a long text. */
const searches = (work: () => void): readonly number[] => {
  const spy = vi.spyOn(RegExp.prototype, "exec");
  work();
  const runs = new Map<string, number>();
  for (const [i, { source }] of (spy.mock.contexts as readonly RegExp[]).entries())
    if (source.length > LONG_PATTERN && spy.mock.calls[i]![0].length > LONG_TEXT) runs.set(source, (runs.get(source) ?? 0) + 1);
  return [...runs.values()];
};

afterEach(() => vi.restoreAllMocks());

it.each([
  ["a mail that answers none", ""],
  ["an answer", "In-Reply-To: <1@example.com>\r\n"],
  ["a newsletter", "List-Unsubscribe: <https://peer.test/u>\r\n"],
])("reads the text of %s once for each list of phrases", (_, headers) => {
  const message = mail(headers);

  const runs = searches(() => understandKind(message));

  expect(Math.max(0, ...runs)).toBeLessThanOrEqual(1);
  expect(runs.length).toBeLessThanOrEqual(4);
});

it.each(["autoReplyBodies", "automaticNotes", "absenceBodies", "acknowledgements", "bounceDelays", "challengePurposes"] as const)(
  "looks once at what comes before a word for all phrases of %s",
  (part) => {
    expect(anyStartOf(part).split("(?<!").length - 1).toBe(1);
  },
);
