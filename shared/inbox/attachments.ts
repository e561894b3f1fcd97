import { mailboxDisconnected, notFound, Refusal } from "#shared/platform/errors.ts";
import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { credentialOf, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { MailAccounts, Mailboxes } from "#shared/mailboxes/ports.ts";
import { decodeTransfer } from "#shared/mail/read/mime/transfer-encoding.ts";
import type { Message } from "./message.ts";
import type { AttachmentDescriptor } from "#shared/mail/parsed-message.ts";
import type { MailReader, MailSession } from "./ports/mail-session.ts";
import type { Messages } from "./ports/messages.ts";

/** One range of a Range header: from `start` to `end` inclusive, or the last `suffix` bytes. */
export type ByteRange = { readonly start: number; readonly end: number } | { readonly suffix: number };

/** Reads a Range header (RFC 9110, 14.1.2); undefined when there is none or it may be ignored: other units, several ranges, bad syntax. */
const parseRange = (header: string | undefined): ByteRange | undefined => {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? "");
  const [first, last] = [match?.[1] ?? "", match?.[2] ?? ""];
  if (first === "") return last === "" ? undefined : { suffix: Number(last) };
  const end = last === "" ? Number.MAX_SAFE_INTEGER : Number(last);
  return end < Number(first) ? undefined : { start: Number(first), end };
};

/** The start and end (exclusive) of a range in `total` bytes, at most `max` of them; undefined when no byte is in it. */
const resolveRange = (range: ByteRange, total: number, max: number): { readonly start: number; readonly end: number } | undefined => {
  const start = "suffix" in range ? Math.max(0, total - range.suffix) : range.start;
  const end = Math.min(total, start + max, "suffix" in range ? total : range.end + 1);
  return start < end ? { start, end } : undefined;
};

/** The dependencies of fetching an attachment. */
export interface AttachmentPorts {
  readonly messages: Pick<Messages, "find">;
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly mailAccounts: Pick<MailAccounts, "imap" | "renew">;
  readonly mailReader: MailReader;
}

/** The dependencies of fetching attachments of a message that is already read. */
export type FetchPorts = Omit<AttachmentPorts, "messages">;

/** An attachment and its message. */
export interface Located {
  readonly message: Message;
  readonly descriptor: AttachmentDescriptor;
}

/** An attachment's bytes, or the requested range of them: from `start` up to and including `end` of `total`. */
export interface AttachmentBytes {
  readonly descriptor: AttachmentDescriptor;
  readonly bytes: Buffer;
  /** The charset that its mail names for it. */
  readonly charset?: string | undefined;
  readonly start: number;
  readonly total: number;
  readonly partial: boolean;
}

/** The most bytes of one answer: API Gateway and Lambda carry 6 MB of base64 (api/README.md, "Inbox"). */
const ANSWER_BYTES = 4_400_000;
/** The most that is fetched of a part, octets in its transfer encoding; providers accept no larger messages. */
const ENCODED_BYTES = 64 * 1024 * 1024;
/** The largest answer in quoted-printable, which takes up to three octets a byte. */
const ENCODED_ANSWER_BYTES = ANSWER_BYTES * 3;
const TIME_MS = 25_000;

const gone = () => new Refusal("gone", "The message has left the mail server");
const tooLarge = () =>
  new Refusal(
    "tooLarge",
    `The attachment is larger than ${ANSWER_BYTES} bytes: request it in parts, such as Range: bytes=0-${ANSWER_BYTES - 1}`,
  );
const unsatisfiable = (total: number) =>
  new Refusal("rangeNotSatisfiable", `The attachment has ${total} bytes`, { headers: { "content-range": `bytes */${total}` } });

/** Fetches an attachment, or a range of it, from the mailbox's server. Throws 404, 409, 410, 413, 416, 502. */
export const readAttachment = async (
  ports: AttachmentPorts,
  userId: string,
  { messageId, index, range }: { readonly messageId: string; readonly index: number; readonly range: string | undefined },
): Promise<AttachmentBytes> => {
  const message = await ports.messages.find(userId, messageId);
  if (!message) throw notFound("Message");
  const descriptor = message.attachments.find((attachment) => attachment.index === index);
  if (!descriptor) throw notFound("Attachment");
  const mailbox = await connectedMailbox(ports, userId, message.mailboxId);
  const asked = parseRange(range);
  const most = asked ? ENCODED_BYTES : ENCODED_ANSWER_BYTES;
  const read = await overImap(ports, mailbox, (session) => readPart(session, { message, descriptor }, most));
  if (!read) throw tooLarge();
  const { bytes: whole, charset } = read;
  const total = whole.length;
  if (!asked && total > ANSWER_BYTES) throw tooLarge();
  if (!asked) return { descriptor, bytes: whole, charset, start: 0, total, partial: false };
  const part = resolveRange(asked, total, ANSWER_BYTES);
  if (!part) throw unsatisfiable(total);
  return { descriptor, bytes: whole.subarray(part.start, part.end), charset, start: part.start, total, partial: true };
};

/** Fetches attachments in order over one connection; undefined when together they have more than `mostBytes`. Throws 409, 410, 502. */
export const fetchAttachments = async (
  ports: FetchPorts,
  { userId, mailboxId }: { readonly userId: string; readonly mailboxId: string },
  wanted: readonly Located[],
  mostBytes: number,
): Promise<readonly Buffer[] | undefined> => {
  if (wanted.length === 0) return [];
  const mailbox = await connectedMailbox(ports, userId, mailboxId);
  return overImap(ports, mailbox, async (session) => {
    const fetched: Buffer[] = [];
    let left = mostBytes;
    for (const one of wanted) {
      const { bytes } = (await readPart(session, one, ENCODED_ANSWER_BYTES)) ?? {};
      left -= bytes?.length ?? Infinity;
      if (!bytes || left < 0) return undefined;
      fetched.push(bytes);
    }
    return fetched;
  });
};

const connectedMailbox = async ({ mailboxes }: FetchPorts, userId: string, mailboxId: string): Promise<Mailbox> => {
  const mailbox = await mailboxes.find(userId, mailboxId);
  if (mailbox && mailbox.status !== "disconnected") return mailbox;
  throw mailboxDisconnected("The mailbox is disconnected", "the mailbox is disconnected: its provider cannot be asked for the attachment");
};

const overImap = async <R>(ports: FetchPorts, mailbox: Mailbox, work: (session: MailSession) => Promise<R>): Promise<R> => {
  const signal = AbortSignal.timeout(TIME_MS);
  let session: MailSession | undefined;
  try {
    const account = await ports.mailAccounts.imap(mailbox);
    if (!account) throw gone();
    session = await ports.mailReader.open(account, signal);
    return await work(session);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { message } = classifyConnectionError(error, { protocol: "IMAP", credential: credentialOf(mailbox) });
    throw new Refusal("connectionFailed", message, { cause: error });
  } finally {
    session?.close();
  }
};

/** The bytes of a part, and their charset; undefined when its transfer encoding takes more than the given octets. */
const readPart = async (
  session: MailSession,
  { message, descriptor: { part } }: Located,
  mostOctets: number,
): Promise<Pick<AttachmentBytes, "bytes" | "charset"> | undefined> => {
  const opened = await session.open(message.folder);
  if (opened?.uidValidity !== message.uidValidity) throw gone();
  // A server that was restored from a backup may have given the UID to another message.
  const [facts] = await session.facts([message.uid]);
  const isDated = facts && !facts.unreported?.includes("date");
  if (!facts || (isDated && facts.receivedAt.getTime() !== message.receivedAt.getTime())) throw gone();
  // A part inside another one is named by the outer part's section ("" for the whole mail) and its index in it.
  const [section = "", ...inside] = part.split("#");
  const found = await session.part(message.uid, section, mostOctets);
  if (!found) throw gone();
  if (!found.complete) return undefined;
  const bytes = decodeTransfer(found.content, found.encoding);
  if (inside.length === 0) return { bytes, charset: found.charset };
  // Loaded when a part is inside another: it brings the tables of all charsets.
  const { enclosedPart } = await import("#shared/mail/read/mime/enclosed-part.ts");
  const data = inside.reduce<Buffer | undefined>((around, index) => around && enclosedPart(around, Number(index)), bytes);
  if (!data) throw gone();
  return { bytes: data };
};
