import { TRACKING_HEADER } from "#shared/mail/write/custom-headers.ts";
import { parseAddresses } from "#shared/mail/read/mime/field-values.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { OutgoingMessage, FolderUse, SentFolder } from "#shared/sending/ports/submission.ts";
import { trackedId } from "#shared/sending/email.ts";
import { type ApiClient, ApiError } from "../http/api-client.ts";
import {
  type ApiDraft,
  acceptance,
  bears,
  type Drafts,
  draftState,
  headerOf,
  type Identity,
  identityOf,
  messageIdIn,
  withHidden,
} from "../http/draft-submissions.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";
import { gmailClient, USER } from "./gmail-client.ts";

/** Emails up to 35 MB go whole, with JSON before them (developers.google.com/workspace/gmail/api/guides/uploads). */
const UPLOAD = "/upload";
const UPLOAD_MS = 60_000;
/** How many of the latest drafts, and of the latest sent emails, are looked at. */
const LATEST = 20;
/** How many of them are asked for at a time. */
const TOGETHER = 5;
/** The time limits of finding a draft and of one look, ms. */
const FIND_MS = 30_000;
const LOOK_MS = 5_000;
const ANSWER_MAX = 16 * 1024 * 1024;
const RECIPIENTS_MAX = 2_000;

const SHOWN = ["Message-ID", TRACKING_HEADER, "To", "Cc", "Bcc"];
const METADATA = new URLSearchParams([["format", "metadata"], ...SHOWN.map((name) => ["metadataHeaders", name])]).toString();

/** An email at Gmail, by its header fields. */
interface Found extends Partial<Identity> {
  readonly labels: readonly unknown[];
  readonly recipients: readonly string[];
}

/** A draft's id is gone once it is sent; its thread stays, so that both name it. */
const refOf = (draft: unknown, thread: unknown): string => {
  const ref = `${textOf(draft)}.${textOf(thread)}`;
  if (!/^[\w-]{1,200}\.[\w-]{1,200}$/.test(ref)) throw new Error("Gmail's answer names no draft");
  return ref;
};

const foundIn = (message: unknown): Found => {
  const { labelIds, payload } = fieldsOf(message);
  const headers = listOf(fieldsOf(payload)["headers"]);
  const valuesOf = (wanted: string) =>
    headers.flatMap(({ name, value }) => (textOf(name).toLowerCase() === wanted.toLowerCase() ? [textOf(value).trim()] : []));
  const [messageId] = valuesOf("Message-ID");
  const [tracking] = valuesOf(TRACKING_HEADER);
  return {
    labels: Array.isArray(labelIds) ? labelIds : [],
    ...(messageId !== undefined && { messageId }),
    ...(tracking !== undefined && { tracking }),
    recipients: ["To", "Cc", "Bcc"].flatMap(valuesOf).flatMap(addressesIn),
  };
};

const addressesIn = (value: string): readonly string[] => parseAddresses(value, RECIPIENTS_MAX).map(({ email }) => email.toLowerCase());

/** Whether an email is ours: by a name of its own, or by the send's id, with which our Message-ID and the tracking header begin. */
const isOurs = (ours: Identity, found: Partial<Identity>): boolean => {
  const id = trackedId(found.tracking ?? "");
  return bears(ours, found) || (id !== undefined && ours.messageId.startsWith(`<${id}.`));
};

const wordOf = (messageId: string): string => messageId.replaceAll(/[<>\s]/g, "");

/** The calls about one Gmail mailbox that sending needs. They throw the API client's errors. */
export const gmailMails = (client: ApiClient, account: ApiAccount) => {
  const read = async (path: string, withinMs: number): Promise<Found | undefined> => {
    const answer = await orNothing(client.json(account, { path, withinMs, readMax: ANSWER_MAX }));
    return answer && foundIn(answer);
  };

  /** The first email with this Message-ID, in a folder or anywhere. */
  const search = async (
    messageId: string,
    where: "sent" | "inbox" | "anywhere",
    withinMs = FIND_MS,
  ): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const query = new URLSearchParams({ q: `rfc822msgid:${wordOf(messageId)} in:${where}`, maxResults: "1" });
    const { messages } = await client.json(account, { path: `${USER}/messages?${query.toString()}`, withinMs });
    return listOf(messages)[0];
  };

  /** The thread of the email that this one answers, which Gmail does not find by itself (…/gmail/api/guides/threads). */
  const threadFor = async ({ raw }: OutgoingMessage): Promise<string | undefined> => {
    const parent = headerOf(raw, "In-Reply-To");
    const found = messageIdIn(parent) && account.access !== "send" ? await search(parent, "anywhere") : undefined;
    return found && textOf(found["threadId"]);
  };

  /** Uploads an email; again without its thread where that is gone. */
  const upload = async (
    path: string,
    { raw, hidden }: OutgoingMessage,
    options: { readonly threadId: string | undefined; readonly withinMs: number },
    fieldsWith: (message: object) => object = (message) => message,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const { threadId, withinMs } = options;
    const body = relatedOf(fieldsWith(threadId === undefined ? {} : { threadId }), withHidden(raw, hidden));
    try {
      return await client.json(account, { method: "POST", path: `${UPLOAD}${path}?uploadType=multipart`, body, withinMs });
    } catch (error) {
      const isGone = error instanceof ApiError && threadId !== undefined && (error.status === 404 || /thread/i.test(error.reply));
      if (!isGone) throw error;
      return upload(path, { raw, hidden } as OutgoingMessage, { threadId: undefined, withinMs }, fieldsWith);
    }
  };

  /** The Message-ID that a sent email has, which may not be ours; undefined when it cannot be read now. */
  const idOf = async (sent: unknown): Promise<string | undefined> => {
    const path = `${USER}/messages/${encodeURIComponent(textOf(sent))}?${METADATA}`;
    const found = textOf(sent) === "" || account.access === "send" ? undefined : await read(path, LOOK_MS).catch(() => undefined);
    return messageIdIn(found?.messageId);
  };

  /** The latest of a list, with their header fields. */
  const latestOf = async (
    path: string,
    idIn: (item: Readonly<Record<string, unknown>>) => string,
  ): Promise<readonly (Found & { ref: string })[]> => {
    const answer = await client.json(account, { path, withinMs: FIND_MS });
    const items = listOf(answer["drafts"] ?? answer["messages"]).slice(0, LATEST);
    const all: (Found & { ref: string })[] = [];
    for (let from = 0; from < items.length; from += TOGETHER) {
      const some = items.slice(from, from + TOGETHER).map(async (item) => {
        const answered = await orNothing(
          client.json(account, { path: `${idIn(item)}?${METADATA}`, withinMs: FIND_MS, readMax: ANSWER_MAX }),
        );
        const message = fieldsOf(item["message"] ?? item);
        return answered
          ? [{ ...foundIn(answered["message"] ?? answered), ref: `${textOf(item["id"])}.${textOf(message["threadId"])}` }]
          : [];
      });
      all.push(...(await Promise.all(some)).flat());
    }
    return all;
  };
  const latestDrafts = () =>
    latestOf(`${USER}/drafts?maxResults=${LATEST}`, ({ id }) => `${USER}/drafts/${encodeURIComponent(textOf(id))}`);
  const latestSent = () =>
    latestOf(`${USER}/messages?labelIds=SENT&maxResults=${LATEST}`, ({ id }) => `${USER}/messages/${encodeURIComponent(textOf(id))}`);

  /** What was sent of a draft: in its thread, or by its Message-ID where the thread is another by now. */
  const sentOf = async (thread: string, ours: Identity, withinMs: number): Promise<Found | undefined> => {
    const path = `${USER}/threads/${encodeURIComponent(thread)}?${METADATA}`;
    const { messages } = (await orNothing(client.json(account, { path, withinMs, readMax: ANSWER_MAX }))) ?? {};
    const inThread = listOf(messages)
      .map(foundIn)
      .find((found) => found.labels.includes("SENT") && isOurs(ours, found));
    if (inThread || ours.messageId === "") return inThread;
    const named = await search(ours.messageId, "sent", withinMs);
    return named && read(`${USER}/messages/${encodeURIComponent(textOf(named["id"]))}?${METADATA}`, withinMs);
  };

  return { search, threadFor, upload, idOf, latestDrafts, latestSent, sentOf };
};

/** The drafts of one mailbox at Gmail. A draft is gone once it is sent, so what was sent of it is looked for (…/gmail/api/guides/drafts). */
export const gmailDrafts = (client: ApiClient, account: ApiAccount): Drafts => {
  const mails = gmailMails(client, account);
  const at = (ref: string) => `${USER}/drafts/${encodeURIComponent(ref.split(".")[0] ?? "")}`;

  const find: Drafts["find"] = async (id, ours, withinMs = FIND_MS) => {
    const draft = await orNothing(client.json(account, { path: `${at(id)}?${METADATA}`, withinMs, readMax: ANSWER_MAX }));
    if (draft) {
      const { messageId, recipients } = foundIn(draft["message"]);
      return { id, isDraft: true, messageId: messageIdIn(messageId), recipients };
    }
    const sent = await mails.sentOf(id.split(".")[1] ?? "", ours, withinMs);
    return sent && { id, isDraft: false, messageId: messageIdIn(sent.messageId), recipients: sent.recipients };
  };

  const discard: Drafts["discard"] = async (id) => {
    await client.bytes(account, { method: "DELETE", path: at(id) }).catch(() => undefined);
  };

  const create: Drafts["create"] = async (message): Promise<ApiDraft> => {
    const options = { threadId: await mails.threadFor(message), withinMs: UPLOAD_MS };
    const made = await mails.upload(`${USER}/drafts`, message, options, (fields) => ({ message: fields }));
    const id = refOf(made["id"], fieldsOf(made["message"])["threadId"]);
    return { id, isDraft: true, messageId: undefined, recipients: recipientsIn(message) };
  };

  return {
    find,
    create,
    discard,
    send: async (id, withinMs) => {
      const json = { id: id.split(".")[0] };
      const { id: sent } = await client.json(account, { method: "POST", path: `${USER}/drafts/send`, json, withinMs });
      return { messageId: await mails.idOf(sent), reply: acceptance("200 OK", "id", sent) };
    },
    discardStrays: async ({ raw }) => {
      const ours = identityOf(raw);
      for (const stray of await mails.latestDrafts()) if (bears(ours, stray)) await discard(stray.ref);
    },
  };
};

/** The recipients that a message names, to whom Gmail would send it. */
export const recipientsIn = ({ raw, hidden = [] }: OutgoingMessage): readonly string[] => [
  ...["To", "Cc"].flatMap((name) => addressesIn(headerOf(raw, name))),
  ...hidden.map((email) => email.toLowerCase()),
];

/** An email with JSON before it, as one body (developers.google.com/workspace/gmail/api/guides/uploads, "Multipart upload"). */
const relatedOf = (fields: object, raw: Buffer): { readonly type: string; readonly bytes: Buffer } => {
  const boundary = `mail.${crypto.randomUUID()}`;
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(fields)}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`;
  return {
    type: `multipart/related; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), raw, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
};

/** What is not there is nothing; any other error is thrown. */
const orNothing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** The sent mail and the drafts at Gmail, which files what it sends, so that no copy is ever filed. */
export const gmailSentFolder = (callHttp: CallHttp): SentFolder => {
  const client = gmailClient(callHttp);
  const contains = async (account: ApiAccount, messageId: string, use: FolderUse): Promise<boolean> => {
    const mails = gmailMails(client, account);
    if (await mails.search(messageId, use)) return true;
    // Gmail may have given it another Message-ID.
    return use === "sent" && (await mails.latestSent()).some((found) => isOurs({ messageId }, found));
  };
  return {
    draft: (account: ApiAccount, id, messageId) => draftState(gmailDrafts(client, account), id, messageId),
    discard: (account: ApiAccount, id) => gmailDrafts(client, account).discard(id),
    contains,
    count: async (account: ApiAccount, messageId) => ((await contains(account, messageId, "sent")) ? 1 : 0),
    append: async function* (_, copies) {
      yield* copies;
    },
  };
};
