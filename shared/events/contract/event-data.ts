import * as z from "zod/mini";
import { publishedFields } from "../publish.ts";
import { connectLink } from "#shared/connect/contract/connect-links.ts";
import { wallet } from "#shared/accounts/contract/credits.ts";
import { described, named, type Schema } from "#shared/api/operation.ts";
import { mailbox } from "#shared/mailboxes/contract/mailbox-record.ts";
import { thread } from "#shared/inbox/contract/thread-record.ts";
import { inboundMessage, intentOut } from "#shared/inbox/contract/message-record.ts";
import { type Camel, snakeCase } from "#shared/api/wire.ts";
import { sendRecord } from "#shared/sending/contract/send-record.ts";
import { suppression } from "#shared/suppressions/contract/suppressions.ts";
import { webhook } from "#shared/webhooks/contract/webhook-record.ts";

type Shape = Readonly<Record<string, Schema>>;
/** Only the id is required, so that events of older versions stay readable for their 30 days. */
type Published<S extends Shape, Name> = {
  [Field in keyof S as Camel<Field> extends Name ? Field : never]: Field extends "id" ? S[Field] : z.ZodMiniOptional<S[Field]>;
};

/** The fields of a record that its events contain, with the record's schemas. */
/* @__NO_SIDE_EFFECTS__ */
const published = <S extends Shape, const Name extends Camel<keyof S> & string>(record: S, names: readonly Name[]): Published<S, Name> =>
  Object.fromEntries(
    names.map((name) => {
      const field = snakeCase(name);
      return [field, field === "id" ? record[field] : z.optional(record[field]!)];
    }),
  ) as Published<S, Name>;

/** The data of an event, by the start of its type. */
export const eventData = {
  send: named(
    "SendEventData",
    z.object(published(sendRecord.shape, publishedFields.sends)),
    "The send at the time of publication; fields without a value are absent.",
  ),
  message: named(
    "MessageEventData",
    z.object({
      // The labels are those of its send.
      ...published({ ...sendRecord.shape, ...inboundMessage.shape }, publishedFields.messages),
      reply_text: described(z.optional(z.string()), "The new text in it, without quotes, up to 10 KB; the message has the rest."),
      // What `message.corrected` says besides.
      intent_before: described(z.optional(intentOut), 'What it meant before the correction, "" for nothing; absent when that stayed.'),
      // What `message.changed` says besides.
      changed: described(
        z.optional(z.array(z.enum(["is_read", "is_flagged", "folder", "server_state"]))),
        "The names of the fields that changed.",
      ),
      by: described(z.optional(z.enum(["api", "server"])), "Who changed them: a request, or the mailbox's server."),
      is_read: z.optional(inboundMessage.shape.is_read),
      is_flagged: z.optional(inboundMessage.shape.is_flagged),
      folder: z.optional(inboundMessage.shape.folder),
      server_state: z.optional(inboundMessage.shape.server_state),
      server_reason: z.optional(inboundMessage.shape.server_reason),
    }),
    "The message, with the metadata and tags of the send that it answers or reports on; fields without a value are absent.",
  ),
  thread: named(
    "ThreadEventData",
    z.object({
      ...published(thread.shape, publishedFields.threads),
      changed: described(
        z.optional(z.array(z.enum(["state", "snoozed_until", "assigned_to", "labels"]))),
        "The names of the fields that changed.",
      ),
      by: described(
        z.optional(z.enum(["api", "mail", "clock"])),
        "What changed them: a request, whose maker is in `changed_by`, mail that was received or sent, or the end of a snooze.",
      ),
    }),
    "The conversation; fields without a value are absent.",
  ),
  mailbox: named("MailboxEventData", z.object(published(mailbox.shape, publishedFields.mailboxes)), "The mailbox."),
  wallet: named("WalletEventData", z.object({ balance: wallet.shape.balance }), "The wallet."),
  webhook: named("WebhookEventData", z.object(published(webhook.shape, publishedFields.webhooks)), "The webhook."),
  suppression: named(
    "SuppressionEventData",
    z.object({ ...published(suppression.shape, publishedFields.suppressions), email: suppression.shape.email }),
    "The suppression.",
  ),
  connectLink: named(
    "ConnectLinkEventData",
    z.object(published(connectLink.shape, publishedFields.connectLinks)),
    "The connect link; fields without a value are absent.",
  ),
};
