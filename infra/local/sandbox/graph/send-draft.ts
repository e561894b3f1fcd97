import { refusalOf } from "#shared/sandbox/correspondents.ts";
import type { Delivery } from "../correspondents.ts";
import { Refusal } from "../http/answer.ts";
import { parse, recipientsOf, type SendSettings, withHeader } from "../mime.ts";
import { itemNotFound } from "./answer.ts";
import type { GraphMailbox, Located } from "./mailbox.ts";

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
