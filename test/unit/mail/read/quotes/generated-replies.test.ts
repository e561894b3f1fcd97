import { describe, expect, it } from "vitest";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { newContent } from "#shared/mail/read/new-content.ts";
import { PARENT } from "#test/support/replies/programs.ts";
import { type GeneratedReply, generatedReplies } from "#test/support/replies/replies.ts";

const replies = generatedReplies(2_000, 20);

/** Both bodies of what is new, as the store reads a mail: a second time beside its parent where that would show more. */
const read = ({ text, html }: GeneratedReply, parent: string): readonly string[] => {
  const mail = { subject: "Re: Offer", inReplyTo: "<1@example.com>", references: ["<1@example.com>"], text, html };
  const alone = newContent(mail);
  const content = alone.asksForParent && parent !== "" ? newContent(mail, parent) : alone;
  return [content.text, ...(html === "" ? [] : [htmlToText(content.html)])].map(squeezed);
};
const squeezed = (text: string) => text.replaceAll(/<[^<>@]*>/g, "").replaceAll(/[\s>]+/g, "");
const linesOf = (written: readonly string[]) => written.flatMap((text) => text.split("\n").map(squeezed)).filter((line) => line !== "");
const sentences = linesOf([PARENT]).filter((line) => line.length > 20);

const loses = ({ written }: GeneratedReply, bodies: readonly string[]) =>
  bodies.some((body) => linesOf(written).some((line) => !body.includes(line)));

describe("2,000 answers of 15 programs in 21 languages, above, between and below the quote, with words that look like a quote", () => {
  it("lose no word of their writer, and show no word of the quote", () => {
    const contents = replies.map((reply) => ({ reply, bodies: read(reply, PARENT) }));

    expect(contents.filter(({ reply, bodies }) => loses(reply, bodies)).map(({ reply }) => reply.name)).toEqual([]);
    const showing = contents.filter(({ bodies }) => bodies.some((body) => sentences.some((line) => body.includes(line))));
    expect(showing.map(({ reply }) => reply.name)).toEqual([]);
  });

  it("lose no word either where the message that is answered is not at hand", () => {
    expect(replies.filter((reply) => loses(reply, read(reply, ""))).map(({ name }) => name)).toEqual([]);
  });
});
