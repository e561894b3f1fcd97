import { TRACKING_HEADER } from "#shared/mail/write/custom-headers.ts";
import { structuredHeader } from "#shared/mail/write/header-line.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Intend, Outcome, OutgoingMessage, StrayDraft, Submission, DraftState } from "#shared/sending/ports/submission.ts";
import type { Refusal } from "#shared/sending/recipients.ts";
import { ApiError, apiFailure } from "./api-client.ts";

/** An email at the server, as far as sending needs it. */
export interface ApiDraft {
  readonly id: string;
  /** False once it was sent. */
  readonly isDraft: boolean;
  readonly messageId: string | undefined;
  /** Its recipients in lower case; undefined when the answer does not contain them. */
  readonly recipients: readonly string[] | undefined;
}

/** The drafts of one mailbox. Each call throws what the client throws. */
export interface Drafts {
  /** Finds a draft, or what was sent of it, within a time limit, ms; undefined when it is neither: it was removed or is on its way. */
  find(id: string, ours: Identity, withinMs?: number): Promise<ApiDraft | undefined>;
  /** Creates a draft with its files; one that cannot be completed is removed. */
  create(message: OutgoingMessage): Promise<ApiDraft>;
  /**
   * Sends a draft within a time limit, ms; returns what the interface said (`acceptance`), and the Message-ID that it has then, where that is known only
   * afterwards.
   */
  send(id: string, withinMs: number): Promise<{ readonly messageId?: string | undefined; readonly reply?: string }>;
  /** Removes a draft. Never throws, because nothing sends a draft that stays. */
  discard(id: string): Promise<void>;
  /** Removes drafts of the same email whose creation got no answer. */
  discardStrays(message: OutgoingMessage): Promise<void>;
}

/** The state of a draft at the server. Throws MailFailure. */
export const draftState = async ({ find }: Pick<Drafts, "find">, id: string, messageId: string): Promise<DraftState> => {
  const found = await find(id, { messageId }).catch((error: unknown) => {
    throw apiFailure(error);
  });
  if (!found) return { kind: "missing" };
  return found.isDraft ? { kind: "draft" } : { kind: "sent", ...(found.messageId !== undefined && { messageId: found.messageId }) };
};

/** How an HTTP interface refuses an email. */
export interface Refusals {
  readonly service: string;
  /**
   * A refusal as a reply in SMTP's terms (RFC 5321, 4.2), so that one judgement serves every server. Undefined for an error that says nothing about
   * the message: 5xx but 503, a lost connection, a token that is no longer good.
   */
  readonly refusalOf: (error: unknown) => Refused | undefined;
  /** Whether an error after the intent may mean that the draft is gone because it was sent. */
  readonly isGone: (error: ApiError) => boolean;
}

type Refused = Extract<Outcome, { kind: "refused" }>;

/** The Message-ID and tracking header of a message, by which it is found at the server. */
export interface Identity {
  readonly messageId: string;
  readonly tracking?: string | undefined;
}

/** The value of a header field of a built message, unfolded; "" for none. */
export const headerOf = (raw: Buffer, wanted: string): string => {
  const head = raw.subarray(0, Math.max(0, raw.indexOf("\r\n\r\n"))).toString("latin1");
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [name = "", ...rest] = line.split(":");
    if (name.toLowerCase() === wanted.toLowerCase()) return rest.join(":").trim();
  }
  return "";
};

/** Reads the identity from a built message's headers. */
export const identityOf = (raw: Buffer): Identity => {
  const tracking = headerOf(raw, TRACKING_HEADER);
  return { messageId: headerOf(raw, "Message-ID"), ...(tracking !== "" && { tracking }) };
};

/** Whether an email at the server has the message's Message-ID or tracking header. */
export const bears = ({ messageId, tracking }: Identity, found: { readonly [N in keyof Identity]?: string | undefined }): boolean =>
  (messageId !== "" && found.messageId === messageId) || (tracking !== undefined && found.tracking === tracking);

/** A Message-ID of a server's answer, if it is one. */
export const messageIdIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^<[^<>\s]{1,300}>$/.test(value) ? value : undefined;

/** The record of an accepted email in the form of an SMTP reply: the HTTP status, and the id of the request or message. An invalid id is left out. */
export const acceptance = (status: "200 OK" | "202 Accepted", name: string, id: unknown): string =>
  typeof id === "string" && /^[\w-]{1,100}$/.test(id) ? `${status}, ${name} ${id}` : status;

/** The message with blind copies in `Bcc`, because HTTP interfaces take the recipients from the draft; they remove this header when sending. */
export const withHidden = (raw: Buffer, hidden: readonly string[] = []): Buffer =>
  hidden.length === 0 ? raw : Buffer.concat([Buffer.from(structuredHeader("Bcc", hidden.join(", "))), raw]);

/**
 * The outcome of an error before the intent, so that nothing was sent. Without an answer the server may still create the draft later, so the next
 * attempt is delayed and looks for it; only a refused token is renewed at once.
 */
export const outcomeBefore = (error: unknown, { service, refusalOf }: Refusals): Outcome => {
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  if (error instanceof MailFailure) return { kind: "refused", code: 451, reply: `451 ${service} did not answer` };
  if (!(error instanceof ApiError)) return { kind: "internal", error };
  if (error.isOperators) return { kind: "internal", error: apiFailure(error) };
  if (error.status !== 401) return { kind: "refused", code: 451, reply: error.reply };
  return { kind: "unreached", failure: new MailFailure("HTTPS", "credentials", { at: "login", cause: error }) };
};

/**
 * The outcome of an error after the intent: unknown, because the draft may have been sent nevertheless. A refusal is stored, and counts once the
 * message is seen to be still a draft. An error that the draft is gone is no refusal: it may have been sent. A refused token concerns the next
 * attempt, which requests a new one; a refused project concerns it likewise.
 */
const outcomeAfter = (error: unknown, refusals: Refusals): Outcome => {
  const refusal = keptRefusal(error, refusals);
  return { kind: "unknown", ...(refusal && { refusal }) };
};

const keptRefusal = (error: unknown, { refusalOf, isGone }: Refusals): Refusal | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401 || error.isOperators) return { code: 450, reply: error.reply };
  if (isGone(error)) return undefined;
  const refused = refusalOf(error);
  return refused && { code: refused.code, reply: refused.reply, ...(refused.waitMs !== undefined && { waitMs: refused.waitMs }) };
};

/** The time limit of looking at a draft after a refusal, ms: the worker has its last writes to make afterwards. */
const LOOK_MS = 5_000;

/**
 * Submission by drafts, once for each email: it becomes a draft; the intent is written with the draft's id; then the draft is sent, which the server
 * does only once.
 */
export const draftSubmission = (drafts: Drafts, strays: readonly StrayDraft[], refusals: Refusals): Submission => {
  let open = true;
  // A refused token ends the session: the next one asks for another.
  const ending = (error: unknown, outcome: Outcome): Outcome => {
    if (error instanceof ApiError && error.status === 401) open = false;
    return outcome;
  };
  const sentAs = (messageId: string | undefined, { raw }: OutgoingMessage, reply?: string): Outcome => ({
    kind: "sent",
    ...(reply !== undefined && { reply }),
    ...(!raw.includes(messageId ?? "\0") && { messageId }),
  });
  /** Sends a draft. The server may send it and still answer with an error: unless it says so, only the draft's state shows what happened. */
  const send = async ({ id, messageId }: ApiDraft, message: OutgoingMessage, withinMs: number): Promise<Outcome> => {
    try {
      const sent = await drafts.send(id, withinMs);
      return sentAs(sent.messageId ?? messageId, message, sent.reply);
    } catch (error) {
      const looked = error instanceof ApiError ? drafts.find(id, identityOf(message.raw), LOOK_MS) : undefined;
      const found = await looked?.catch(() => undefined);
      return ending(error, found?.isDraft === false ? sentAs(found.messageId ?? messageId, message) : outcomeAfter(error, refusals));
    }
  };
  return {
    get open() {
      return open;
    },
    strays,
    discard: (id) => drafts.discard(id),
    submit: async (message, intend, replyTimeoutMs) => {
      const prepared = await prepare(drafts, message, refusals).catch((error: unknown) => ending(error, outcomeBefore(error, refusals)));
      if ("kind" in prepared) return prepared;
      const stop = await fence(drafts, prepared, message, intend);
      return stop ?? (prepared.isDraft ? send(prepared, message, replyTimeoutMs) : sentAs(prepared.messageId, message));
    },
    close: () => undefined,
  };
};

/** The draft to send: the one that an earlier attempt left, which may be sent by now, else a new one to exactly these recipients. */
const prepare = async (drafts: Drafts, message: OutgoingMessage, { service }: Refusals): Promise<ApiDraft | Outcome> => {
  const known = message.draftId === undefined ? undefined : await drafts.find(message.draftId, identityOf(message.raw));
  if (known && !known.isDraft) return known;
  if (message.draftId !== undefined && !known)
    return { kind: "refused", code: 450, reply: "404 its draft is neither among the drafts nor among the sent items" };
  if (known && goesTo(known, message.to)) return known;
  // A copy was dropped since: its draft must not be sent by anybody.
  if (known) await drafts.discard(known.id);
  else if (message.isRepeated) await drafts.discardStrays(message);
  const draft = await drafts.create(message);
  if (goesTo(draft, message.to)) return draft;
  await drafts.discard(draft.id);
  return { kind: "refused", code: 554, reply: `554 ${service} would send it to other recipients than asked` };
};

/** Whether an email has exactly these recipients; one whose recipients the server does not return counts as right. */
export const goesTo = ({ recipients }: Pick<ApiDraft, "recipients">, wanted: readonly string[]): boolean => {
  if (!recipients) return true;
  const [one, other] = [new Set(recipients), new Set(wanted.map((email) => email.toLowerCase()))];
  return one.size === other.size && [...other].every((email) => one.has(email));
};

/** Writes the intent. Undefined when the draft may be sent; a new draft that may not be sent is removed, because nothing else refers to it. */
const fence = async (drafts: Drafts, { id }: ApiDraft, message: OutgoingMessage, intend: Intend): Promise<Outcome | undefined> => {
  try {
    if (await intend([], id)) return undefined;
  } catch (error) {
    // The intent may have been written nevertheless, so the draft stays.
    return { kind: "internal", error };
  }
  if (message.draftId === undefined) await drafts.discard(id);
  return { kind: "fenced" };
};
