import { ANSWER_BYTES, answerBytes, cutText, cutToAnswer } from "../mail/text-size.ts";
import type { Message, MessageBody } from "./message.ts";
import type { Messages } from "./ports/messages.ts";

/** A message as it is shown, with the bodies that found room. */
export interface ShownMessage extends Message {
  readonly body?: MessageBody;
}

/** Bodies are read so many at a time: a page of long ones must not fill the memory. */
const READ_AT_ONCE = 20;
const SHORT_CHARACTERS = 500;
/** A row is measured by its record, whose names on the wire are a little longer. */
const WIRE_BYTES = 100;

const noBody: MessageBody = { text: "", html: "", replyHtml: "" };

/** Gives the messages of a page their bodies. When the room is used up, the rest carry shortened bodies and `bodyTruncated`. */
export const withBodies = async (
  messages: Pick<Messages, "bodies">,
  userId: string,
  page: readonly Message[],
  room = ANSWER_BYTES,
): Promise<readonly ShownMessage[]> => {
  const fit = fitter(page.length, room);
  const shown: ShownMessage[] = [];
  while (fit.goesOn() && shown.length < page.length) {
    const chunk = page.slice(shown.length, shown.length + READ_AT_ONCE);
    const bodies = await messages.bodies(
      userId,
      chunk.map(({ id }) => id),
    );
    for (const message of chunk) shown.push(fit.take({ ...message, body: bodies.get(message.id) ?? noBody }));
  }
  for (const message of page.slice(shown.length)) shown.push(fit.take({ ...message, body: noBody }));
  return shown;
};

/** The messages of a list without bodies; past the room their reply texts are shortened too. */
export const withoutBodies = (page: readonly Message[], room = ANSWER_BYTES): readonly ShownMessage[] => {
  const fit = fitter(page.length, room);
  return page.map(fit.take);
};

/** A message with its full bodies; where they take more than an answer holds, the longest are cut to what is left for them. */
export const withFullBodies = async (messages: Pick<Messages, "bodies">, userId: string, message: Message): Promise<ShownMessage> => {
  const { text, html, replyHtml } = (await messages.bodies(userId, [message.id])).get(message.id) ?? noBody;
  const { replyText, ...rest } = message;
  if (sizeOf({ ...message, body: { text, html, replyHtml } }) <= ANSWER_BYTES) return { ...message, body: { text, html, replyHtml } };
  const bare = clipped({ ...rest, replyText: "" }, ANSWER_BYTES / 4);
  const share = fairShare(
    [text, html, replyText, replyHtml].map((part) => answerBytes(part)),
    ANSWER_BYTES - sizeOf(bare),
  );
  const cut = (part: string) => cutToAnswer(part, share);
  return { ...bare, replyText: cut(replyText), body: { text: cut(text), html: cut(html), replyHtml: cut(replyHtml) }, bodyTruncated: true };
};

/** What a message takes in an answer, octets; Infinity where its characters alone are more than `most`: what a stranger wrote so long is not measured. */
const sizeOf = (message: ShownMessage, most = Infinity): number =>
  charactersOf(message) > most ? Infinity : answerBytes(message) + WIRE_BYTES;

const charactersOf = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const name in value) sum += charactersOf(value[name as keyof typeof value]);
  return sum;
};

/** What a character takes at most in an answer (an escaped control character), and a value besides its characters: its name, quotes and comma. */
const MOST_BYTES_A_CHARACTER = 7;
const BYTES_A_VALUE = 60;

/** No less than a value takes in an answer, octets, and found without writing it as JSON; the fields of `body` count like all others. */
const atMostBytes = (value: unknown): number => {
  if (typeof value === "string") return BYTES_A_VALUE + MOST_BYTES_A_CHARACTER * value.length;
  let sum = BYTES_A_VALUE;
  if (typeof value === "object") for (const name in value) sum += atMostBytes(value[name as keyof typeof value]);
  return sum;
};

/** The most that each part may take, so that all fit into the room and no part is cut while a longer one is not. */
const fairShare = (sizes: readonly number[], room: number): number => {
  let [left, parts] = [room, sizes.length];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    if (size * parts > left) return Math.floor(left / parts);
    left -= size;
    parts -= 1;
  }
  return room;
};

/** Takes row after row as it is while all that follow still have room for their short form. */
const fitter = (rows: number, room: number) => {
  const shortBytes = Math.min(20_000, room / 2 / Math.max(1, rows));
  let left = room - shortBytes * rows;
  return {
    goesOn: () => left > 0,
    take: (message: ShownMessage): ShownMessage => {
      // Nearly every row: no need to measure what fits into its share however it is written.
      if (atMostBytes(message) <= shortBytes) return message;
      left -= left > 0 ? Math.max(0, sizeOf(message, left + shortBytes) - shortBytes) : 0;
      return left > 0 ? message : clipped(shortened(message), shortBytes);
    },
  };
};

const shortened = (message: ShownMessage): ShownMessage => {
  const replyText = cutText(message.replyText, SHORT_CHARACTERS);
  const bodyTruncated = message.bodyTruncated || message.body !== undefined || replyText !== message.replyText;
  return { ...message, replyText, ...(message.body && { body: { ...noBody, text: replyText } }), bodyTruncated };
};

/** How many of a list, and how much of a text, a record keeps that is too large even without bodies: nobody but an attacker writes such. */
const clips = [
  { entries: 20, characters: 300 },
  { entries: 5, characters: 80 },
  { entries: 1, characters: 25 },
] as const;

const clipped = (message: ShownMessage, bytes: number): ShownMessage => {
  let small = message;
  for (const { entries, characters } of clips) {
    if (sizeOf(small, bytes) <= bytes) return small;
    const clip = <V>(value: V): V => clipValue(value, entries, characters) as V;
    const { to, cc, references, attachments, counterparts, from, subject, snippet, replyTo, messageId, inReplyTo, replyText, body } =
      message;
    const lists = clip({ to, cc, references, attachments, counterparts });
    small = {
      ...message,
      ...lists,
      ...clip({ from, subject, snippet, replyTo, messageId, inReplyTo, replyText, dedupeKey: "" }),
      ...(body && { body: clip(body) }),
      bodyTruncated: true,
    };
  }
  return small;
};

const clipValue = (value: unknown, entries: number, characters: number): unknown => {
  if (typeof value === "string") return cutText(value, characters);
  if (Array.isArray(value)) return value.slice(0, entries).map((item) => clipValue(item, entries, characters));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clipValue(item, entries, characters)]));
};
