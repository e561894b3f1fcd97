import type { Message, MessageBody } from "./message.ts";
import type { Messages } from "./ports.ts";

/** A message as it is shown: with its bodies, or those that there was room for. */
export interface ShownMessage extends Message {
  readonly body?: MessageBody;
}

/** What the texts of one answer may take in JSON, so that it stays under 5.5 MB with everything else (api.md, "Ground rules"). */
const PAGE_BYTES = 4_500_000;
/** Bodies are read so many at a time: a page of long ones must not fill the memory. */
const READ_AT_ONCE = 20;
const SHORT_CHARACTERS = 500;

/** Octets of the texts in JSON; Infinity as soon as they are sure not to fit, for counting long ones takes time. */
const weight = (room: number, ...texts: readonly string[]) =>
  texts.reduce((sum, { length }) => sum + length, 0) > room
    ? Infinity
    : texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0);

const textWeight = (room: number, { replyText, body }: Message & { readonly body: MessageBody }) =>
  weight(room, replyText, body.text, body.html, body.replyHtml);

/** The first characters of a text, whole ones. */
const short = (text: string) => text.slice(0, SHORT_CHARACTERS).replace(/[\ud800-\udbff]$/, "");

/** Gives the messages of a page their bodies while there is room; the rest carry shortened ones and `bodyTruncated` (api.md, "include_bodies"). */
export const withBodies = async (
  messages: Pick<Messages, "bodies">,
  userId: string,
  page: readonly Message[],
  room = PAGE_BYTES,
): Promise<readonly ShownMessage[]> => {
  const shown: ShownMessage[] = [];
  let left = room;
  for (let at = 0; at < page.length; at += READ_AT_ONCE) {
    const chunk = page.slice(at, at + READ_AT_ONCE);
    const bodies =
      left > 0
        ? await messages.bodies(
            userId,
            chunk.map(({ id }) => id),
          )
        : new Map<string, MessageBody>();
    for (const message of chunk) {
      const body = bodies.get(message.id);
      const full = body && { ...message, body };
      const fitting = full && textWeight(left, full) <= left ? full : shortened(message);
      left -= textWeight(Infinity, fitting);
      shown.push(fitting);
    }
  }
  return shown;
};

const shortened = (message: Message) => {
  const replyText = short(message.replyText);
  return { ...message, replyText, body: { text: replyText, html: "", replyHtml: "" }, bodyTruncated: true };
};

/** The messages of a list without bodies; past the room their reply texts are shortened too. */
export const withoutBodies = (page: readonly Message[], room = PAGE_BYTES): readonly ShownMessage[] => {
  let left = room;
  return page.map((message) => {
    const fits = weight(left, message.replyText) <= left;
    const replyText = fits ? message.replyText : short(message.replyText);
    left -= weight(Infinity, replyText);
    return fits ? message : { ...message, replyText, bodyTruncated: true };
  });
};
