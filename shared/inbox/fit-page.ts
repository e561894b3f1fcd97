import { ANSWER_BYTES, answerBytes, cutText, cutToAnswer } from "#shared/mail/text.ts";
import type { ListedMessage, Message, MessageBody } from "./message.ts";
import type { Messages } from "./ports/messages.ts";

/** A message as it is shown, with the bodies that fit into the answer. */
export interface ShownMessage extends ListedMessage, Pick<Message, "report"> {
  readonly body?: MessageBody;
}

/** How many bodies are read at a time, so that a page of long ones does not fill the memory. */
const READ_AT_ONCE = 20;
const SHORT_CHARACTERS = 500;
/** Added to the size of each row, which is measured by its record: the names on the wire are a little longer. */
const WIRE_BYTES = 100;

const noBody: MessageBody = { text: "", html: "", replyHtml: "" };

/** Adds bodies to the messages of a page until the answer is full; the bodies of the others are shortened, with `bodyTruncated`. */
export const withBodies = async (
  messages: Pick<Messages, "bodies">,
  userId: string,
  page: readonly ListedMessage[],
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

/** The messages of a list without bodies; when the answer is full, their reply texts are shortened. */
export const withoutBodies = (page: readonly ListedMessage[], room = ANSWER_BYTES): readonly ShownMessage[] => {
  const fit = fitter(page.length, room);
  return page.map(fit.take);
};

/** A message with its full bodies; when they do not fit into an answer, the longest are cut. */
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

/** The size of a message in an answer, octets; Infinity when its characters alone exceed `most`, so that very long foreign text is not measured. */
const sizeOf = (message: ShownMessage, most = Infinity): number =>
  charactersOf(message) > most ? Infinity : answerBytes(message) + WIRE_BYTES;

const charactersOf = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const name in value) sum += charactersOf(value[name as keyof typeof value]);
  return sum;
};

/** The most octets that a character takes in an answer (an escaped control character), and the overhead of a value: its name, quotes and comma. */
const MOST_BYTES_A_CHARACTER = 7;
const BYTES_A_VALUE = 60;

/**
 * An upper bound of a value's size in an answer, octets, computed without writing JSON; the fields of `body` count like all others. Every row of
 * every list passes here: looking for the fields of a date would take most of the time.
 */
const atMostBytes = (value: unknown): number => {
  if (typeof value === "string") return BYTES_A_VALUE + MOST_BYTES_A_CHARACTER * value.length;
  let sum = BYTES_A_VALUE;
  if (Array.isArray(value)) for (const one of value) sum += atMostBytes(one);
  else if (typeof value === "object" && !(value instanceof Date))
    for (const name in value) sum += atMostBytes(value[name as keyof typeof value]);
  return sum;
};

/** The limit for each part such that all fit into the room and no part is cut while a longer one is not. */
const fairShare = (sizes: readonly number[], room: number): number => {
  let [left, parts] = [room, sizes.length];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    if (size * parts > left) return Math.floor(left / parts);
    left -= size;
    parts -= 1;
  }
  return room;
};

/** Keeps each row whole while all that follow still fit in their short form. */
const fitter = (rows: number, room: number) => {
  const shortBytes = Math.min(20_000, room / 2 / Math.max(1, rows));
  let left = room - shortBytes * rows;
  return {
    goesOn: () => left > 0,
    take: (message: ShownMessage): ShownMessage => {
      // Nearly always true: then nothing needs to be measured.
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

/** How many list items and how much text remain of a record that is too large even without bodies; only an attacker writes such mail. */
const clips = [
  { entries: 20, characters: 300 },
  { entries: 5, characters: 80 },
  { entries: 1, characters: 25 },
] as const;

const clipped = (message: ShownMessage, bytes: number): ShownMessage => {
  let small = message;
  for (const { entries, characters } of clips) {
    if (sizeOf(small, bytes) <= bytes) return small;
    small = { ...clipValue(message, entries, characters), bodyTruncated: true };
  }
  return small;
};

/** The value with its lists and texts cut. Ids stay whole: they are shorter than every cut. */
const clipValue = <V>(value: V, entries: number, characters: number): V => {
  const clip = (one: unknown): unknown => {
    if (typeof one === "string") return cutText(one, characters);
    if (Array.isArray(one)) return one.slice(0, entries).map(clip);
    if (typeof one !== "object" || one === null || one instanceof Date) return one;
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, clip(part)]));
  };
  return clip(value) as V;
};
