import { describe, expect, it } from "vitest";
import { isChallenge } from "#shared/mail/read/bounces/reports.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { parseAddresses } from "#shared/mail/read/mime/field-values.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { quoteRole } from "#shared/mail/read/quotes/body-lines.ts";
import { replyHtml } from "#shared/mail/read/new-content.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import { growthOf, LIMIT, type Reader } from "#test/linear/growth.ts";
import { inputsOf } from "#test/linear/inputs.ts";
import { readers } from "#test/linear/readers.ts";
import { mailUnits, readWholeMail, unicodeUnits, wholeMails } from "#test/linear/whole-mails.ts";
import { seeded } from "#test/support/random.ts";

const challenge: Reader = (content) => isChallenge({ text: "", reports: [{ contentType: "message/delivery-status", content }] });
const bounced = (headers: string, text: string) =>
  readBounce(parseMessage(Buffer.from(`From: mailer-daemon@x.example\nSubject: Undelivered mail\n${headers}\n${text}`)));
const returnPath: Reader = (value) => bounced(`Return-Path: ${value}\n`, "could not be delivered");
const bounceText: Reader = (text) => bounced("", text);
const quoteStyle: Reader = (style) => quoteRole("div", new Map([["style", style]]));

/** The whole of it is `npm run linear`; here a sample that a fixed seed chooses anew for each reader. */
const SEED = 1;
const SAMPLE = 24;
const SIZE = 64 * 1024;
/** A quadratic reader takes far longer for 64 KB; one that takes less need not be measured again. */
const SUSPICIOUS_MS = 40;

const inputs = inputsOf(SEED);
const bad = (read: Reader, input: (size: number) => string) => growthOf(read, input, SIZE, SUSPICIOUS_MS).exponent > LIMIT;

describe("S15: the time of a reader of outside text grows like the text", () => {
  it.each(Object.entries(readers))("%s", (name, read) => {
    const below = seeded(SEED + name.length * 7919);
    const sample = Array.from({ length: SAMPLE }, () => inputs[below(inputs.length)]).filter((input) => input !== undefined);

    expect(sample.filter(({ input }) => bad(read, input)).map((input) => input.name)).toEqual([]);
  });

  /** A name of 800 marks takes a millisecond even where its time is quadratic: only a whole mail of them shows it. */
  it.each(Object.entries(wholeMails))("a whole mail of marks: %s", (_, mail) => {
    const grown = unicodeUnits.map((unit) => growthOf(readWholeMail, (size) => mail(unit, size), 16 * SIZE, 4 * SUSPICIOUS_MS));

    expect(unicodeUnits.filter((_unit, i) => grown[i]!.exponent > LIMIT)).toEqual([]);
  });

  it.each(Object.entries(wholeMails))("a whole mail: %s", (name, mail) => {
    const below = seeded(SEED + name.length * 7919);
    const units = Array.from({ length: SAMPLE / 2 }, () => mailUnits[below(mailUnits.length)] ?? "");

    expect(units.filter((unit) => bad(readWholeMail, (size) => mail(unit, size)))).toEqual([]);
  });

  /** What recheck found to drive a single regular expression beyond linear time, each with the text around it that reaches it. */
  const attacks: readonly (readonly [name: string, read: Reader, piece: string, before: string, after: string])[] = [
    ["isChallenge, a report's diagnosis", challenge, "diagnostic-code:505n", "", ""],
    ["readBounce, a return path", returnPath, "\t", "<", "O"],
    ["withoutHtmlQuote's marks, a style", quoteStyle, "border-top:", "", ""],
    ["replyText, brackets", replyText, "<", "x\n>", "x\n"],
    ["parseAddresses, spaces", parseAddresses, "\t", "a@b", "x"],
    ["readBounce, a server's talk", bounceText, "\t", "", "x a@b.c"],
  ];
  it.each(attacks)("%s", (_, read, piece, before, after) => {
    const input = (size: number) => before + piece.repeat(size / piece.length) + after;

    expect(growthOf(read, input, SIZE / 4, SUSPICIOUS_MS).exponent).toBeLessThanOrEqual(LIMIT);
  });

  const shapes: readonly (readonly [name: string, read: Reader, piece: string, before: string])[] = [
    ["replyHtml, rules", replyHtml, "<hr>", ""],
    ["replyHtml, quoted lines of a pre element", replyHtml, "> x\n", "<pre>"],
    ["replyHtml, names of header lines", replyHtml, "<div><b>From:</b>", ""],
    ["replyHtml, lines that end with a colon", replyHtml, "<br>a:", ""],
    ["replyText, lines that end with a colon", replyText, "a:\n", ""],
  ];
  it.each(shapes)("%s: beyond 10,000 lines it takes no longer, as no more are read", (_, read, piece, before) => {
    const lines = (count: number) => before + piece.repeat(count);

    expect(growthOf(read, lines, 160_000, SUSPICIOUS_MS).exponent).toBeLessThanOrEqual(LIMIT / 2);
  });

  it("would see a regular expression that starts anew at every line break", () => {
    const trimmed: Reader = (text) => text.replace(/\n+$/, "");

    const exponent = (input: (size: number) => string) => growthOf(trimmed, input, SIZE / 8, SUSPICIOUS_MS / 64).exponent;
    expect(exponent((size) => `${"\n".repeat(size)}x`)).toBeGreaterThan(LIMIT);
    expect(exponent((size) => "\n".repeat(size))).toBeLessThanOrEqual(LIMIT);
  });
});
