import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/domain/mail/read/mime/parse-message.ts";
import { autoReplySign } from "#shared/domain/mail/read/auto-reply.ts";
import { readBounce } from "#shared/domain/mail/read/bounces/read-bounce.ts";
import { snippet } from "#shared/domain/mail/read/snippet.ts";
import { replyHtml } from "#shared/domain/mail/read/quotes/strip-html.ts";
import { replyText } from "#shared/domain/mail/read/quotes/strip-text.ts";
import { adversarialUnits, ends } from "./adversarial.ts";

const length = 64 * 1024;
const asHeader = (text: string) => text.replace(/\n/g, "\n ");

const readers: Record<string, (text: string) => unknown> = {
  replyText,
  replyHtml,
  snippet,
  readBounce: (text) => readBounce(parseMessage(Buffer.from(`From: mailer-daemon@x.example\nSubject: failure notice\n\n${text}`))),
  autoReplySign: (text) => autoReplySign(parseMessage(Buffer.from(`Subject: ${asHeader(text)}\n\n`))),
  headers: (text) =>
    parseMessage(Buffer.from(["To", "References", "Date", "Content-Type"].map((name) => `${name}: ${asHeader(text)}\n`).join(""))),
  multipart: (text) => parseMessage(Buffer.from(`Content-Type: multipart/mixed; boundary=a\n\n--a\n\n${text}\n--a--`)),
};

describe.each(Object.keys(readers))("%s", (name) => {
  it("reads 64 KB of anything repeated within a second", () => {
    const slow: string[] = [];

    for (const unit of adversarialUnits) {
      for (const end of ends) {
        const text = unit.repeat(Math.ceil(length / unit.length)) + end;
        const start = performance.now();
        readers[name]!(text);
        const took = performance.now() - start;
        if (took > 1000) slow.push(`${JSON.stringify(unit)}…${JSON.stringify(end)}: ${Math.round(took)} ms`);
      }
    }

    expect(slow).toEqual([]);
  });
});
