import { decodeTransfer } from "#shared/mail/read/mime/transfer-encoding.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { header, headerBlock, mimeOf, type MimePart, parse, parseValue, recipientsOf, withHeader } from "../mime.ts";
import { type GmailRequest, invalid, jsonOf, notFound, partsOf } from "./answer.ts";
import type { GmailMailbox, GmailMessage } from "./mailbox.ts";
import { refusalOf } from "#shared/sandbox/correspondents.ts";
import { Refusal } from "../http/answer.ts";
import type { ApiPorts } from "../http/oauth.ts";

/** What comes of a message (developers.google.com/workspace/gmail/api/reference/rest/v1/Format). */
const FORMATS = ["minimal", "full", "raw", "metadata"] as const;
type Format = (typeof FORMATS)[number];

/** The format asked for, `full` when none is; throws 400. */
export const formatOf = (query: URLSearchParams): Format => {
  const asked = (query.get("format") ?? "full").toLowerCase();
  const format = FORMATS.find((one) => one === asked);
  if (!format) throw invalid(`Invalid value at 'format': "${asked}"`);
  return format;
};

const contentOf = ({ raw, body, end, headers }: MimePart): Buffer =>
  decodeTransfer(raw.subarray(body, end), (headers.get("content-transfer-encoding") ?? "").toLowerCase());

const fileNameOf = ({ headers, params }: MimePart): string =>
  parseValue(headers.get("content-disposition") ?? "").params.get("filename") ?? params.get("name") ?? "";

const isAttachment = (part: MimePart): boolean =>
  part.type !== "multipart" &&
  (part.type !== "text" || fileNameOf(part) !== "" || /^attachment/i.test(part.headers.get("content-disposition") ?? ""));

/** The header fields of a part, in their order. */
const headersOf = ({ raw, start, body }: MimePart, wanted: readonly string[] = []) =>
  headerBlock(raw.subarray(start, body))
    .replaceAll(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .filter((line) => line.includes(":"))
    .map((line) => ({ name: line.slice(0, line.indexOf(":")), value: line.slice(line.indexOf(":") + 1).trim() }))
    .filter(({ name }) => wanted.length === 0 || wanted.some((one) => one.toLowerCase() === name.toLowerCase()));

/** The id of an attachment is another at each reading, and every one of them stays good; it holds the part's id. */
const attachmentId = (partId: string): string =>
  `ANGjdJ${Buffer.from(`${randomBytes(24).toString("hex")} ${partId}`).toString("base64url")}`;

const partJson = (part: MimePart, partId: string): object => {
  const inner = (index: number) => (partId === "" ? String(index) : `${partId}.${index}`);
  const parts = part.type === "multipart" ? part.parts.map((one, index) => partJson(one, inner(index))) : undefined;
  const content = parts ? Buffer.alloc(0) : contentOf(part);
  return {
    partId,
    mimeType: `${part.type}/${part.subtype}`,
    filename: fileNameOf(part),
    headers: headersOf(part),
    body: {
      ...(isAttachment(part) && { attachmentId: attachmentId(partId) }),
      size: content.length,
      ...(!isAttachment(part) && content.length > 0 && { data: content.toString("base64url") }),
    },
    ...(parts && { parts }),
  };
};

/** A message in JSON (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message). */
export const messageJson = async (
  { history }: Pick<GmailMailbox, "history">,
  { id, threadId, labelIds, stored }: GmailMessage,
  format: Format,
  wanted: readonly string[] = [],
): Promise<object> => {
  const root = mimeOf(stored);
  return {
    id,
    threadId,
    labelIds,
    snippet: ((await parse(stored)).text ?? "").slice(0, 100),
    historyId: history.of(id),
    internalDate: String(stored.receivedAt.getTime()),
    sizeEstimate: stored.raw.length,
    ...(format === "raw" && { raw: stored.raw.toString("base64url") }),
    ...(format === "full" && { payload: partJson(root, "") }),
    ...(format === "metadata" && { payload: { partId: "", mimeType: `${root.type}/${root.subtype}`, headers: headersOf(root, wanted) } }),
  };
};

/** The content of an attachment (…/users.messages.attachments/get); throws 404. */
export const attachmentJson = ({ stored }: GmailMessage, id: string): object => {
  const [, partId] = Buffer.from(id.replace(/^ANGjdJ/, ""), "base64url")
    .toString()
    .split(" ");
  if (partId === undefined) throw notFound();
  let part: MimePart | undefined = mimeOf(stored);
  for (const index of partId.split(".").filter(Boolean)) part = part?.parts[Number(index)];
  if (!part) throw notFound();
  const content = contentOf(part);
  return { size: content.length, data: content.toString("base64url") };
};

/** The largest email by `/upload` (the discovery document's `maxSize`: 35 MB), and by JSON, bytes. */
const UPLOAD_MAX_BYTES = 36_700_160;
const JSON_MAX_BYTES = 5 * 1024 * 1024;

/** An email that a request brings. */
interface GivenMail {
  readonly raw: Buffer;
  readonly threadId: string | undefined;
}

interface MessageFields {
  readonly raw?: unknown;
  readonly threadId?: unknown;
}

const tooLarge = () => new Refusal(413, "uploadTooLarge", "Request Entity Too Large");

/** base64url, in which base64's own two characters are taken too; throws 400. */
const decoded = (raw: unknown): Buffer | undefined => {
  if (raw === undefined) return undefined;
  if (typeof raw !== "string" || !/^[\w+/-]*={0,2}$/.test(raw))
    throw invalid("Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed");
  return Buffer.from(raw, "base64url");
};

/**
 * The email of a request: `raw` of its JSON, or the body of an upload (developers.google.com/workspace/gmail/api/guides/uploads), whose JSON comes
 * with `uploadType=multipart`. `fieldsOf` finds the message in the JSON.
 */
export const mailIn = (
  request: GmailRequest,
  fieldsOf: (json: Record<string, unknown>) => MessageFields = (json) => json,
): GivenMail | undefined => {
  if (!request.isUpload) {
    if (request.body.length > JSON_MAX_BYTES) throw tooLarge();
    const { raw, threadId } = fieldsOf(jsonOf(request));
    const bytes = decoded(raw);
    return bytes && { raw: bytes, threadId: textOf(threadId) };
  }
  if (request.body.length > UPLOAD_MAX_BYTES) throw tooLarge();
  const type = request.query.get("uploadType");
  if (type === "media") return { raw: request.body, threadId: undefined };
  if (type !== "multipart") throw invalid("The stand-in takes uploadType media and multipart.");
  const [json, media] = partsOf(request);
  if (!json || !media) throw invalid("Failed to parse multipart body.");
  const { threadId } = fieldsOf(jsonOf({ headers: {}, body: json.content }));
  return { raw: media.content, threadId: textOf(threadId) };
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The thread that a request names; throws 400 when the mailbox has none such. */
export const checkedThread = (mailbox: GmailMailbox, threadId: string | undefined): string | undefined => {
  if (threadId === undefined || mailbox.messages().some((message) => message.threadId === threadId)) return threadId;
  throw invalid("Invalid thread_id value");
};

/** The email as it leaves: from the mailbox's own address, with a Message-ID of Gmail's unless it keeps the given one. */
const asSent = async (raw: Buffer, address: string, keepsMessageIds: boolean): Promise<Buffer> => {
  const [from] = (await parse({ raw })).from?.value ?? [];
  const own = from?.address?.toLowerCase() === address ? raw : withHeader(raw, "From", `<${address}>`);
  const isKept = keepsMessageIds && header(raw, "Message-ID") !== "";
  return isKept ? own : withHeader(own, "Message-ID", `<CA+${randomUUID()}@mail.gmail.com>`);
};

/**
 * Sends an email once and files it under SENT, with its Bcc (…/users.messages/send). Throws 400 without recipients, and when the sandbox's SMTP
 * server would refuse one.
 */
export const send = async (
  mailbox: GmailMailbox,
  { raw, threadId }: GivenMail,
  { settings, deliver }: Pick<ApiPorts, "settings" | "deliver">,
  isStillThere: () => void = () => undefined,
): Promise<object> => {
  const recipients = await recipientsOf({ raw });
  if (recipients.length === 0) throw invalid("Recipient address required");
  if (recipients.some((one) => refusalOf(one, true))) throw invalid("Invalid To header");
  const sent = await asSent(raw, mailbox.address, settings.keepsMessageIds);
  isStillThere();
  const after = settings.sentAfter;
  const filed = mailbox.add(sent, { name: "Sent", flags: ["\\Seen"], threadId, after });
  const bare = withHeader(sent, "Bcc", undefined);
  const leave = () => {
    for (const recipient of recipients) deliver({ envelopeFrom: mailbox.address, recipient, raw: bare });
  };
  if (after) void after.then(leave);
  else leave();
  return { ...filed, labelIds: ["SENT"] };
};
