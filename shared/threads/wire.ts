import type { ParsedElement } from "#shared/sending/contract/batch.ts";
import { followingEmail, followUpBody, forwardAnswer, forwardBody, replyAnswer } from "#shared/sending/contract/replies.ts";
import type { followingElement } from "./follow-up.ts";
import type { BatchElement, FollowingElement } from "#shared/sending/accept/accept-batch.ts";
import { shownBounce } from "#shared/sending/shown-bounce.ts";
import { sendIn } from "#shared/sending/accepted-wire.ts";
import { fromWire, type Into, type From, toWire } from "#shared/api/wire.ts";
import { inboundMessage, messageFilter, syncReport } from "#shared/inbox/contract/message-record.ts";
import type { AnswerOf, OutputOf } from "#shared/api/operation.ts";
import type { changeMessages } from "#shared/inbox/contract/inbox.ts";
import type { ChangeResult } from "#shared/inbox/changes/ask-change.ts";
import { fieldOut, refusals } from "#shared/api/errors.ts";
import { type FieldError, Refusal } from "#shared/platform/errors.ts";
import { thread as threadRecord, threadChanges, threadFilter, threadMessage } from "#shared/inbox/contract/thread-record.ts";
import type { AttachmentBytes } from "#shared/inbox/attachments.ts";
import type { ShownMessage } from "#shared/inbox/fit-page.ts";
import type { DeliveryReport } from "#shared/inbox/message.ts";
import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import type { ForwardedSend, ForwardRequest } from "./forward.ts";
import type { AttachmentDescriptor } from "#shared/mail/parsed-message.ts";
import type { ThreadChanges } from "./change-thread.ts";
import type { Note } from "./notes.ts";
import type { ThreadFilter } from "./ports.ts";
import type { MessageFilter } from "#shared/inbox/ports/messages.ts";
import type { ReplyRequest } from "./reply.ts";
import type { SyncReport } from "#shared/inbox/pull/sync-mailbox.ts";
import type { Thread } from "./thread.ts";
import type { ViewedEntry } from "./view-thread.ts";
import type { Attachment as SentAttachment, Send } from "#shared/sending/send.ts";
import { answerBytes, cutToAnswer } from "#shared/mail/text.ts";

const followingIn: Into<Parameters<typeof followingElement>[1], typeof followingEmail> = fromWire(followingEmail);

/** Makes an email that follows another one of its batch. */
export type Following = (request: Parameters<typeof followingElement>[1]) => FollowingElement;

/** The elements of a batch in the domain's form; the code for follow-ups is loaded only when a batch has one. */
export const elementsIn = async (elements: readonly ParsedElement[], load: () => Promise<Following>): Promise<readonly BatchElement[]> => {
  const following = elements.some(({ kind }) => kind === "following") ? await load() : undefined;
  return elements.map((element) => {
    if (element.kind === "bad") return { reason: "invalid", details: element.problems };
    return element.kind === "first" ? sendIn(element.email) : following!(followingIn(element.email));
  });
};

/** A file of a send with the field names of a received one. */
const sentFile = ({ name, type, size, contentId = "" }: SentAttachment, index: number): Omit<AttachmentDescriptor, "part"> => ({
  index,
  filename: name,
  contentType: type,
  size,
  isInline: contentId !== "",
  contentId,
});

/** The recipients in a report whose copies bounced; when it names none, one entry without an address. */
const failuresOf = (message: ShownMessage, { recipients, final, status, reason }: DeliveryReport): readonly BouncedRecipient[] => {
  const rule = message.explanation?.threadRule;
  const shared = { at: message.receivedAt, ...(rule === "recipient" && { unproven: true as const }) };
  const failed = recipients.filter((one) => one.failed).map((one) => ({ ...one, ...shared, reason: one.reason || reason }));
  return failed.length > 0 || !final ? failed : [{ email: "", status, reason, ...shared }];
};

/** A message in the API. An exception: its bodies are a separate record, and the class of a report is computed when it is shown. */
const shown = (message: ShownMessage) => {
  const { body, report, ruled, newcomer, explanation, onServer } = message;
  return {
    ...message,
    bodyText: body?.text,
    bodyHtml: body?.html,
    replyHtml: body?.replyHtml,
    onServer: onServer !== false,
    bounces: report && failuresOf(message, report).map(shownBounce),
    explanation: { ...explanation, newcomer, corrected: ruled !== undefined, ruled },
  };
};
const message: From<ReturnType<typeof shown>, typeof inboundMessage> = toWire(inboundMessage);

/** A message in the API; without bodies the three body fields are missing (api/README.md, "Inbox"). */
export const messageOut = (row: ShownMessage): OutputOf<typeof inboundMessage> => message(shown(row));

/** The result for one of several changed messages, in the API. */
export const changeResultOut = ({ id, result }: ChangeResult): AnswerOf<typeof changeMessages>["results"][number] => {
  if (!(result instanceof Refusal)) {
    const { is_read, is_flagged, folder, server_state } = messageOut(result);
    return { id, is_read, is_flagged, folder, server_state, error: "" };
  }
  const { message: error, reason, details } = result;
  const { type } = refusals[reason];
  return { id, error, type, ...(Array.isArray(details) && { details: (details as readonly FieldError[]).map(fieldOut) }) };
};

/** The list's query in the domain's form. */
export const messageFilterIn: Into<MessageFilter, typeof messageFilter> = fromWire(messageFilter);

/** One mailbox's result of a fresh pull (api/README.md, "Inbox"). */
export const syncReportOut: From<SyncReport, typeof syncReport> = toWire(syncReport);

/** The most bytes of a foreign subject in a row of a list; people write a hundredth of it. */
const SUBJECT_BYTES = 6_000;
/** The most bytes of all participants together; the first ones are shown. */
const PARTICIPANTS_BYTES = 15_000;

const fittingParticipants = (participants: readonly string[]): string[] => {
  let left = PARTICIPANTS_BYTES;
  return participants.filter((address) => (left -= answerBytes(address)) > 0);
};

const thread: From<Thread, typeof threadRecord> = toWire(threadRecord);

/** A thread in the API (api/README.md, "Inbox"). An exception: foreign text is cut, so that a page fits into an answer. */
export const threadOut = (row: Thread): OutputOf<typeof threadRecord> =>
  thread({ ...row, subject: cutToAnswer(row.subject, SUBJECT_BYTES), participants: fittingParticipants(row.participants) });

/** The list's query in the domain's form. */
export const threadFilterIn: Into<ThreadFilter, typeof threadFilter> = fromWire(threadFilter);

/** The changes of a conversation in the domain's form. */
export const threadChangesIn: Into<ThreadChanges, typeof threadChanges> = fromWire(threadChanges);

/** A send as a message of its conversation. */
const sent = ({ send, body, newContent, snippet, date }: Extract<ViewedEntry, { direction: "outbound" }>) => ({
  ...send,
  direction: "outbound" as const,
  status: send.status === "cancelled" ? ("failed" as const) : send.status,
  from: { name: send.fromName, email: send.fromEmail },
  to: [{ name: send.toName ?? "", email: send.toEmail }],
  snippet,
  bodyText: body.text,
  bodyHtml: body.html,
  replyText: newContent.text,
  replyHtml: newContent.html,
  attachments: (send.attachments ?? []).map(sentFile),
  isRead: true,
  newcomer: undefined,
  dmarc: undefined,
  date,
  emailJobId: send.id,
  autoClass: undefined,
  returnsOn: undefined,
  intent: undefined,
  intentBy: undefined,
});

/** A stored message as a message of its conversation; its owner may have sent it outside this service. */
const stored = ({ message: row, date }: Extract<ViewedEntry, { direction: "inbound" }>) => {
  const isOwn = row.direction === "outbound";
  return {
    ...row,
    direction: isOwn ? ("outbound" as const) : ("inbound" as const),
    kind: isOwn ? (row.inReplyTo === "" ? ("" as const) : ("reply" as const)) : row.kind,
    status: isOwn ? ("sent" as const) : ("received" as const),
    bodyText: row.body?.text,
    bodyHtml: row.body?.html,
    replyHtml: row.body?.replyHtml,
    dmarc: row.explanation?.dmarc,
    by: undefined,
    date,
    scheduledAt: undefined,
  };
};

/** The first characters of a note, on one line. */
const NOTE_SNIPPET = 200;

/** A note as an entry of its conversation, which it is no mail of. */
const noted = ({ id, text, by, createdAt }: Note) => ({
  id,
  direction: "" as const,
  kind: "note" as const,
  status: "" as const,
  messageId: undefined,
  from: { name: by, email: "" },
  by,
  to: [],
  cc: [],
  subject: undefined,
  snippet: text.replace(/\s+/g, " ").trim().slice(0, NOTE_SNIPPET).toWellFormed(),
  bodyText: text,
  bodyHtml: undefined,
  replyText: text,
  replyHtml: undefined,
  attachments: [],
  isRead: true,
  date: createdAt,
  scheduledAt: undefined,
  emailJobId: undefined,
  autoClass: undefined,
  returnsOn: undefined,
  intent: undefined,
  intentBy: undefined,
  newcomer: undefined,
  dmarc: undefined,
});

const entry: From<ReturnType<typeof sent> | ReturnType<typeof stored> | ReturnType<typeof noted>, typeof threadMessage> =
  toWire(threadMessage);

/** A message of the thread view (api/README.md, "Inbox"). An exception: it is made from two kinds of records. */
export const threadMessageOut = (viewed: ViewedEntry): OutputOf<typeof threadMessage> =>
  entry(viewed.direction === "note" ? noted(viewed.note) : viewed.direction === "outbound" ? sent(viewed) : stored(viewed));

/** The body of a reply or follow-up in the domain's form. */
export const replyIn: Into<ReplyRequest, typeof followUpBody> = fromWire(followUpBody);

/** The body of a forward in the domain's form. */
export const forwardIn: Into<ForwardRequest, typeof forwardBody> = fromWire(forwardBody);

/**
 * The answer to a reply or forward. An exception: the status is `queued` also when it is scheduled, and the
 * recipient's field has its name in the request.
 */
const queued = <S extends Send>(send: S) => ({ ...send, status: "queued" as const, to: send.toEmail });
const reply: From<ReturnType<typeof queued<Send>>, typeof replyAnswer> = toWire(replyAnswer);
const forward: From<ReturnType<typeof queued<ForwardedSend>>, typeof forwardAnswer> = toWire(forwardAnswer);

/** The answer of a reply or follow-up. */
export const replyOut = (send: Send): OutputOf<typeof replyAnswer> => reply(queued(send));

/** The answer of a forward. */
export const forwardOut = (send: ForwardedSend): OutputOf<typeof forwardAnswer> => forward(queued(send));

/** A media type that is valid in a header; otherwise the type of plain bytes is used. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** A charset's label that is valid in a header (RFC 2978, 2.3). */
const CHARSET = /^[a-z0-9][a-z0-9!#$%&+^_`{}~.:-]{0,39}$/;

/** The media type of an attachment, with the charset that its mail names for it. */
const mediaTypeOf = ({ contentType }: AttachmentBytes["descriptor"], charset = ""): string => {
  if (!MEDIA_TYPE.test(contentType)) return "application/octet-stream";
  const label = charset.trim().toLowerCase();
  return CHARSET.test(label) ? `${contentType}; charset=${label}` : contentType;
};

/** The answer with an attachment: bytes with the headers of RFC 6266 and RFC 9110. An exception, because it is not JSON. */
export const attachmentOutRaw = ({ descriptor, bytes, charset, start, total, partial }: AttachmentBytes) => ({
  status: partial ? 206 : 200,
  headers: {
    "content-type": mediaTypeOf(descriptor, charset),
    "content-disposition": dispositionOf(descriptor.filename),
    "accept-ranges": "bytes",
    ...(partial && { "content-range": `bytes ${start}-${start + bytes.length - 1}/${total}` }),
  },
  body: bytes,
});

/** `attachment` with the name twice (RFC 6266, 4.3): in ASCII for old clients, in UTF-8 (RFC 8187) for others. */
const dispositionOf = (filename: string): string => {
  const name = filename
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
  if (name === "") return "attachment";
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
