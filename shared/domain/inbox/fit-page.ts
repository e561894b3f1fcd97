import { cutText, jsonBytes } from "../mail/text-size.ts";
import type { Message, MessageBody } from "./message.ts";
import type { Messages } from "./ports.ts";

/** A message as it is shown: with its bodies, or those that there was room for. */
export interface ShownMessage extends Message {
  readonly body?: MessageBody;
}

/** What the texts of one answer may take in JSON, so that it stays under 5.5 MB with everything else (contract/README.md, "Ground rules"). */
const PAGE_BYTES = 4_500_000;
/** What the texts of a single message may take: its three bodies of 1 MB each, and what JSON adds. */
const MESSAGE_BYTES = 5_300_000;
/** Bodies are read so many at a time: a page of long ones must not fill the memory. */
const READ_AT_ONCE = 20;
const SHORT_CHARACTERS = 500;

/** The first characters of a text, whole ones. */
const short = (text: string) => cutText(text, SHORT_CHARACTERS);

/** Gives the messages of a page their bodies; from the first for which there is no room on, they carry shortened ones and `bodyTruncated` (contract/README.md, "Inbox"). */
export const withBodies = async (
  messages: Pick<Messages, "bodies">,
  userId: string,
  page: readonly Message[],
  room = PAGE_BYTES,
): Promise<readonly ShownMessage[]> => {
  const shown: ShownMessage[] = [];
  let left = room;
  while (left > 0 && shown.length < page.length) {
    const chunk = page.slice(shown.length, shown.length + READ_AT_ONCE);
    const bodies = await messages.bodies(
      userId,
      chunk.map(({ id }) => id),
    );
    for (const message of chunk) {
      const body = bodies.get(message.id) ?? { text: "", html: "", replyHtml: "" };
      left -= left > 0 ? jsonBytes(message.replyText, body.text, body.html, body.replyHtml) : 0;
      shown.push(left > 0 ? { ...message, body } : shortened(message));
    }
  }
  return [...shown, ...page.slice(shown.length).map(shortened)];
};

/** A message with its full bodies. */
export const withFullBodies = async (messages: Pick<Messages, "bodies">, userId: string, message: Message): Promise<ShownMessage> =>
  (await withBodies(messages, userId, [message], MESSAGE_BYTES))[0] ?? message;

const shortened = (message: Message): ShownMessage => {
  const replyText = short(message.replyText);
  return { ...message, replyText, body: { text: replyText, html: "", replyHtml: "" }, bodyTruncated: true };
};

/** The messages of a list without bodies; past the room their reply texts are shortened too. */
export const withoutBodies = (page: readonly Message[], room = PAGE_BYTES): readonly ShownMessage[] => {
  let left = room;
  return page.map((message) => {
    left -= left > 0 ? jsonBytes(message.replyText) : 0;
    return left > 0 ? message : { ...message, replyText: short(message.replyText), bodyTruncated: true };
  });
};
