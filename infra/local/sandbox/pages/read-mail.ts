import { type ParsedMail, simpleParser } from "mailparser";
import type { Delivery } from "../correspondents.ts";
import type { MailStore, StoredMessage } from "../mail-store.ts";

/** The location of a message. */
export interface MessageLocation {
  readonly address: string;
  readonly folder: string;
  readonly uid: number;
}

/** A message in a list. */
export interface Row extends MessageLocation {
  readonly from: string;
  readonly subject: string;
  readonly receivedAt: Date;
}

const LIST_MAX = 100;
/** Larger messages are not parsed, bytes; their source can still be read. */
const PARSE_MAX_BYTES = 10 * 1024 * 1024;
const HEADER_MAX_BYTES = 64 * 1024;

const rowOf = async (location: MessageLocation, { raw, receivedAt }: StoredMessage): Promise<Row> => {
  const end = raw.subarray(0, HEADER_MAX_BYTES).indexOf("\r\n\r\n");
  const header = await simpleParser(raw.subarray(0, end < 0 ? HEADER_MAX_BYTES : end + 4));
  return { ...location, receivedAt, from: header.from?.text ?? "", subject: header.subject ?? "" };
};

/** The newest messages: those delivered to anybody, or all folders of one address. */
export const newest = async (store: MailStore, address: string): Promise<readonly Row[]> => {
  const addresses = address === "" ? store.addresses() : store.addresses().filter((known) => known === address);
  const found = addresses.flatMap((one) =>
    store
      .folders(one)
      .filter(({ name }) => address !== "" || name === "INBOX")
      .flatMap(({ name, messages }) => messages.slice(-LIST_MAX).map((message) => ({ one, name, message }))),
  );
  const shown = found.toSorted((a, b) => b.message.receivedAt.getTime() - a.message.receivedAt.getTime()).slice(0, LIST_MAX);
  return Promise.all(shown.map(({ one, name, message }) => rowOf({ address: one, folder: name, uid: message.uid }, message)));
};

/** The message at a location, if it still exists. */
export const messageAt = (store: MailStore, { address, folder, uid }: MessageLocation): StoredMessage | undefined =>
  store.addresses().includes(address) ? store.folder(address, folder)?.messages.find((one) => one.uid === uid) : undefined;

/** A message as a reader sees it, with its own pictures as data URLs; undefined when it is too large. */
export const parsed = async ({ raw }: StoredMessage): Promise<ParsedMail | undefined> =>
  raw.length > PARSE_MAX_BYTES ? undefined : simpleParser(raw);

/** The delivery of a stored message: the sandbox writes the envelope sender above it. */
export const deliveryOf = (recipient: string, { raw }: StoredMessage): Delivery => {
  const [, envelopeFrom = ""] = /^Return-Path: <([^>\r\n]*)>/.exec(raw.toString("latin1", 0, 1_000)) ?? [];
  return { envelopeFrom, recipient, raw };
};
