import { refusalOf } from "#shared/sandbox/correspondents.ts";
import { randomUUID } from "node:crypto";
import { Refusal } from "../http/answer.ts";
import type { ApiPorts } from "../http/api.ts";
import { header, parse, recipientsOf, withHeader } from "../mime.ts";
import { type GmailRequest, invalid, jsonOf, partsOf } from "./answer.ts";
import type { GmailMailbox } from "./mailbox.ts";

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
