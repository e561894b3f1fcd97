import { refusalOf } from "#shared/sandbox/correspondents.ts";
import type { Delivery } from "../correspondents.ts";
import { type HttpAnswer, Refusal } from "../http/answer.ts";
import { parse, recipientsOf, type SendSettings, withHeader } from "../mime.ts";
import { type GraphRequest, itemNotFound, jsonOf } from "./answer.ts";
import type { GraphMailbox, Located } from "./mailbox.ts";
import { randomBytes } from "node:crypto";
import type { AttachedFile } from "./message-json.ts";

/** The body of a request that makes a message or attaches a file, bytes (learn.microsoft.com/graph/api/user-post-messages: 4 MB, else 413). */
export const REQUEST_MAX_BYTES = 4 * 1024 * 1024;

const ID_DOMAIN = "sandbox.prod.outlook.com";

/** The MIME of a new draft: the body in base64 (learn.microsoft.com/graph/api/user-post-messages, "Example 3"); throws 400. */
export const draftMime = (body: Buffer, { keepsMessageIds }: SendSettings): Buffer => {
  const text = body.toString("latin1").replace(/\s+/g, "");
  if (text === "" || !/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw new Refusal(400, "ErrorMimeContentInvalidBase64String", "Invalid base64 string for MIME content.");
  const raw = Buffer.from(text, "base64");
  return keepsMessageIds ? raw : withHeader(raw, "Message-ID", `<${crypto.randomUUID()}@${ID_DOMAIN}>`);
};

/** Whether this sender may send from the mailbox; throws 403. */
const checkSender = async ({ message }: Located, { address }: GraphMailbox): Promise<void> => {
  const from = (await parse(message)).from?.value[0]?.address?.toLowerCase();
  if (from !== undefined && from !== address)
    throw new Refusal(
      403,
      "ErrorSendAsDenied",
      "The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.",
    );
};

/**
 * Sends a draft: moves it to Sent Items with the same immutable id, and delivers it once (learn.microsoft.com/graph/api/message-send). Throws 400 for
 * a message that is no draft, and when the sandbox's SMTP server would refuse a recipient.
 */
export const sendDraft = async (
  mailbox: GraphMailbox,
  draft: Located,
  { settings, deliver }: { readonly settings: SendSettings; readonly deliver: (delivery: Delivery) => void },
): Promise<void> => {
  if (!draft.message.flags.includes("\\Draft")) throw new Refusal(400, "ErrorInvalidOperation", "The message is not a draft.");
  const recipients = await recipientsOf(draft.message);
  if (recipients.length === 0 || recipients.some((one) => refusalOf(one, true)))
    throw new Refusal(400, "ErrorInvalidRecipients", "At least one recipient isn't valid.");
  await checkSender(draft, mailbox);
  if (!draft.folder.messages.includes(draft.message)) throw itemNotFound();
  const finish = mailbox.take(draft);
  const raw = withHeader(draft.message.raw, "Bcc", undefined);
  const leave = () => {
    finish(raw);
    for (const recipient of recipients) deliver({ envelopeFrom: mailbox.address, recipient, raw });
  };
  if (settings.sentAfter) void settings.sentAfter.then(leave);
  else leave();
};

// Upload sessions for large attachments (learn.microsoft.com/graph/outlook-large-attachments).

/** 150 MB (learn.microsoft.com/graph/api/attachment-createuploadsession). */
const LARGEST_BYTES = 150 * 1024 * 1024;
const SESSION_MS = 3_600_000;

interface Session {
  readonly size: number;
  readonly finish: (content: Buffer) => string;
  readonly until: number;
  content: Buffer[];
  received: number;
}

/** The upload sessions of a stand-in. */
export const createUploads = () => {
  const sessions = new Map<string, Session>();
  return {
    /**
     * Starts an upload session for the file that the request describes. `attach` is called with the complete file and returns the URL of the
     * attachment.
     */
    create: (request: GraphRequest, origin: string, attach: (file: AttachedFile) => string): HttpAnswer => {
      const { AttachmentItem: item } = jsonOf(request) as {
        AttachmentItem?: { name?: string; size?: number; contentType?: string; isInline?: boolean; contentId?: string };
      };
      const { name, size = 0, contentType = "application/octet-stream", isInline, contentId } = item ?? {};
      if (name === undefined || size <= 0) throw new Refusal(400, "ErrorInvalidRequest", "AttachmentItem needs a name and a size.");
      if (size > LARGEST_BYTES) throw new Refusal(413, "ErrorAttachmentSizeLimitExceeded", "The attachment is larger than 150 MB.");
      const key = randomBytes(18).toString("base64url");
      const finish = (content: Buffer) =>
        attach({ name, contentType, content, ...(isInline !== undefined && { isInline }), ...(contentId !== undefined && { contentId }) });
      const until = Date.now() + SESSION_MS;
      sessions.set(key, { size, finish, until, content: [], received: 0 });
      const body = { uploadUrl: `${origin}/upload/${key}`, expirationDateTime: new Date(until).toISOString(), nextExpectedRanges: ["0-"] };
      return { status: 201, body };
    },
    /** Stores the next range. It needs no token, because whoever knows the session's URL may write. */
    put: (key: string, range: string | undefined, body: Buffer): HttpAnswer => {
      const session = sessions.get(key);
      if (!session || session.until < Date.now()) throw new Refusal(404, "ErrorItemNotFound", "The upload session was not found.");
      const [, from, to, total] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? "") ?? []).map(Number);
      const isNext = from === session.received && total === session.size && body.length === (to ?? 0) - from + 1;
      if (!isNext || body.length > 4 * 1024 * 1024)
        throw new Refusal(400, "ErrorInvalidRequest", "Content-Range is not the next expected range, or its body is larger than 4 MB.");
      session.content.push(body);
      session.received += body.length;
      const expirationDateTime = new Date(session.until).toISOString();
      if (session.received < session.size)
        return { status: 200, body: { expirationDateTime, nextExpectedRanges: [String(session.received)] } };
      sessions.delete(key);
      return { status: 201, headers: { location: session.finish(Buffer.concat(session.content)) } };
    },
  };
};

/** The upload sessions of a stand-in. */
export type Uploads = ReturnType<typeof createUploads>;
