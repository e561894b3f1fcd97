import { type ParsedMail, simpleParser } from "mailparser";
import type { StoredMessage } from "./mail-store.ts";

/** How sending over an HTTP interface behaves from now on. */
export interface SendSettings {
  /**
   * Until when a sent message is neither a draft nor among the sent ones; undefined: it is there at once. The copy "is not created until the message
   * successfully sends, which may take time" (learn.microsoft.com/graph/outlook-immutable-id).
   */
  sentAfter: Promise<unknown> | undefined;
  /** Whether the Message-ID that an email brings is kept: by Exchange when a draft is made of MIME, by Gmail when it is sent. */
  keepsMessageIds: boolean;
}

const parsed = new WeakMap<Pick<StoredMessage, "raw">, Promise<ParsedMail>>();

/** The message, parsed once. */
export const parse = (message: Pick<StoredMessage, "raw">): Promise<ParsedMail> => {
  const known = parsed.get(message) ?? simpleParser(message.raw, { skipImageLinks: true });
  parsed.set(message, known);
  return known;
};

/** The header block, without the empty line that ends it. */
export const headerBlock = (raw: Buffer): string => {
  const end = raw.indexOf("\r\n\r\n");
  return raw.toString("latin1", 0, end < 0 ? raw.length : end);
};

/** A header field's value, unfolded; "" for none. */
export const header = (raw: Buffer, name: string): string =>
  new RegExp(`^${name}:[ \\t]*((?:.*(?:\\r\\n[ \\t])?)*)`, "im").exec(headerBlock(raw))?.[1]?.replace(/\r\n/g, "").trim() ?? "";

/** Sets a header field, or removes it with undefined. */
export const withHeader = (raw: Buffer, name: string, value: string | undefined): Buffer => {
  const block = headerBlock(raw);
  const rest = raw.subarray(Buffer.byteLength(block, "latin1"));
  const without = block.split(/\r\n(?![ \t])/).filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const lines = value === undefined ? without : [`${name}: ${value}`, ...without];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), rest]);
};

/** The addresses that a message is for: To, Cc and Bcc. */
export const recipientsOf = async (message: Pick<StoredMessage, "raw">): Promise<readonly string[]> => {
  const { to, cc, bcc } = await parse(message);
  return [to, cc, bcc].flatMap((list) => [list ?? []].flat()).flatMap(({ value }) => value.flatMap(({ address }) => address ?? []));
};
