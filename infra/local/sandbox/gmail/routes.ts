import { type HttpAnswer, Refusal } from "../http/answer.ts";
import type { ApiPorts } from "../http/oauth.ts";
import { header } from "../mime.ts";
import { type GmailRequest, insufficient, invalid, jsonOf, notFound } from "./answer.ts";
import { draftId, type GmailMailbox, type GmailMessage } from "./mailbox.ts";
import { attachmentJson, checkedThread, formatOf, mailIn, messageJson, send } from "./messages.ts";

/** A call within a mailbox. */
interface MailboxCall extends GmailRequest {
  readonly mailbox: GmailMailbox;
  /** The names of the token's scopes. */
  readonly scopes: readonly string[];
}

/** What the routes work with. */
interface RoutePorts extends Pick<ApiPorts, "settings" | "deliver"> {
  /** The watches by address. */
  readonly watches: Map<string, Watch>;
}

/** A watch of a mailbox (…/reference/rest/v1/users/watch). */
export interface Watch {
  readonly topicName: string;
  readonly labelIds: readonly string[];
  /** When it ends, ms since the epoch. */
  readonly expiration: number;
}

const WATCH_MS = 7 * 86_400_000;

/** The scopes of which each method needs one, as its page lists them; `mail.google.com` opens all. */
const READING = ["gmail.modify", "gmail.readonly"];
const ALSO_HEADERS = [...READING, "gmail.metadata"];
const DRAFTING = ["gmail.modify", "gmail.compose"];

const allow = ({ scopes }: MailboxCall, ...wanted: readonly string[]): void => {
  if (!scopes.some((scope) => scope === "mail.google.com" || wanted.includes(scope))) throw insufficient();
};

const ok = (body: object): HttpAnswer => ({ status: 200, body });
const DONE: HttpAnswer = { status: 204 };

const sizeOf = ({ query }: GmailRequest): number => Math.max(1, Math.min(500, Number(query.get("maxResults") ?? 100) || 100));

/** A page of a list; its token names the place in it. */
const pageOf = <T>(call: GmailRequest, all: readonly T[]): { readonly shown: readonly T[]; readonly more: object } => {
  const token = call.query.get("pageToken");
  const from = token === null ? 0 : Number(token);
  if (!Number.isSafeInteger(from) || from < 0) throw invalid("Invalid pageToken");
  const end = from + sizeOf(call);
  return { shown: all.slice(from, end), more: { ...(end < all.length && { nextPageToken: String(end) }), resultSizeEstimate: all.length } };
};

type Matches = (message: GmailMessage) => boolean;

/** One word of a search (support.google.com/mail/answer/7190); throws 400 for what the stand-in does not know. */
const termOf = (term: string): Matches => {
  if (term.startsWith("-")) {
    const matches = termOf(term.slice(1));
    return (message) => !matches(message);
  }
  const [, name = "", value = ""] = /^(\w+):(.*)$/.exec(term) ?? [];
  const at = /^\d{9,}$/.test(value) ? Number(value) * 1_000 : Date.parse(value.replaceAll("/", "-"));
  if (name === "rfc822msgid")
    return ({ stored }) => header(stored.raw, "Message-ID").replaceAll(/[<>]/g, "") === value.replaceAll(/[<>]/g, "");
  if (name === "in") return ({ labelIds }) => value === "anywhere" || labelIds.includes(value === "drafts" ? "DRAFT" : value.toUpperCase());
  if (name === "after") return ({ stored }) => stored.receivedAt.getTime() >= at;
  if (name === "before") return ({ stored }) => stored.receivedAt.getTime() < at;
  throw invalid(`The stand-in does not know "${term}" in a search.`);
};

const listed = (call: MailboxCall): readonly GmailMessage[] => {
  const labels = call.query.getAll("labelIds");
  const terms = (call.query.get("q") ?? "").split(/\s+/).filter(Boolean);
  const isHidden = ({ labelIds }: GmailMessage) => labelIds.includes("SPAM") || labelIds.includes("TRASH");
  const showsHidden =
    call.query.get("includeSpamTrash") === "true" ||
    labels.some((label) => ["SPAM", "TRASH"].includes(label)) ||
    terms.some((term) => /^in:(?:spam|trash|anywhere)$/.test(term));
  const matches = terms.map(termOf);
  return call.mailbox
    .messages()
    .filter(
      (message) =>
        labels.every((label) => message.labelIds.includes(label)) &&
        matches.every((one) => one(message)) &&
        (showsHidden || !isHidden(message)),
    );
};

const named = ({ id, threadId }: GmailMessage) => ({ id, threadId });

const listMessages = (call: MailboxCall): HttpAnswer => {
  allow(call, ...ALSO_HEADERS);
  const { shown, more } = pageOf(call, listed(call));
  return ok({ ...(shown.length > 0 && { messages: shown.map(named) }), ...more });
};

const labelsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

const messageRoutes = async (call: MailboxCall, ports: RoutePorts): Promise<HttpAnswer> => {
  const { mailbox, method } = call;
  const [, id, part, attachment] = call.path;
  if (id === undefined) return method === "GET" ? listMessages(call) : notAllowed();
  if (id === "send" && method === "POST") {
    allow(call, ...DRAFTING, "gmail.send");
    const mail = mailIn(call);
    if (!mail) throw invalid("Recipient address required");
    return ok(await send(mailbox, { ...mail, threadId: checkedThread(mailbox, mail.threadId) }, ports));
  }
  const action = `${method} ${part ?? ""}`.trim();
  allow(call, ...(action === "GET" ? ALSO_HEADERS : method === "GET" ? READING : action === "DELETE" ? [] : ["gmail.modify"]));
  const message = mailbox.get(id);
  const show = async () => ok(await messageJson(mailbox, mailbox.get(id), formatOf(call.query), call.query.getAll("metadataHeaders")));
  if (action === "GET") return show();
  if (action === "GET attachments" && attachment !== undefined) return ok(attachmentJson(message, attachment));
  if (action === "DELETE") {
    mailbox.erase(message);
    return DONE;
  }
  const { addLabelIds, removeLabelIds } = jsonOf(call);
  const changes: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
    modify: [labelsIn(addLabelIds), labelsIn(removeLabelIds)],
    trash: [["TRASH"], ["INBOX"]],
    untrash: [[], ["TRASH"]],
  };
  const change = method === "POST" ? changes[part ?? ""] : undefined;
  if (!change) return notAllowed();
  mailbox.modify(message, ...change);
  return { status: 200, body: { id, threadId: message.threadId } };
};

const notAllowed = (): never => {
  throw new Refusal(404, "notFound", "The stand-in does not have this method.");
};

const draftJson = async (call: MailboxCall, message: GmailMessage, isWhole: boolean): Promise<object> => ({
  id: draftId(message.id),
  message: isWhole ? await messageJson(call.mailbox, message, formatOf(call.query)) : { ...named(message), labelIds: ["DRAFT"] },
});

const messageField = ({ message }: Record<string, unknown>) => (typeof message === "object" && message !== null ? message : {});

const draftRoutes = async (call: MailboxCall, ports: RoutePorts): Promise<HttpAnswer> => {
  const { mailbox, method } = call;
  const [, id] = call.path;
  if (method === "GET") allow(call, ...READING, "gmail.compose");
  else allow(call, ...DRAFTING);
  if (method === "GET" && id === undefined) {
    const { shown, more } = pageOf(
      call,
      mailbox.messages().filter(({ labelIds }) => labelIds.includes("DRAFT")),
    );
    const drafts: object[] = [];
    for (const message of shown) drafts.push({ id: draftId(message.id), message: named(message) });
    return ok({ ...(drafts.length > 0 && { drafts }), ...more });
  }
  if (method === "POST" && id === undefined) {
    const mail = mailIn(call, messageField);
    const threadId = checkedThread(mailbox, mail?.threadId);
    const made = mailbox.add(mail?.raw ?? Buffer.from("\r\n"), { name: "Drafts", flags: ["\\Draft", "\\Seen"], threadId });
    return ok({ id: draftId(made.id), message: { ...made, labelIds: ["DRAFT"] } });
  }
  if (method === "POST" && id === "send") {
    const { id: given } = jsonOf(call);
    const draft = mailbox.draft(typeof given === "string" ? given : "");
    // The draft is deleted, and the sent message is a new one (developers.google.com/workspace/gmail/api/guides/drafts).
    const take = () => {
      const [{ folder, message }] = draft.copies as [GmailMessage["copies"][number]];
      if (!folder.messages.includes(message)) throw notFound();
      mailbox.erase(draft);
    };
    return ok(await send(mailbox, { raw: draft.stored.raw, threadId: draft.threadId }, ports, take));
  }
  const draft = mailbox.draft(id ?? "");
  if (method === "GET") return ok(await draftJson(call, draft, true));
  if (method !== "DELETE") return notAllowed();
  mailbox.erase(draft);
  return DONE;
};

const labelRoutes = (call: MailboxCall): HttpAnswer => {
  const { mailbox, method } = call;
  const [, id] = call.path;
  if (method !== "GET") return notAllowed();
  allow(call, ...ALSO_HEADERS, "gmail.labels");
  if (id === undefined) return ok({ labels: mailbox.labels() });
  const label = mailbox.labels().find((one) => one.id === id);
  if (!label) throw notFound();
  const inside = mailbox.messages().filter(({ labelIds }) => labelIds.includes(id));
  const unread = inside.filter(({ labelIds }) => labelIds.includes("UNREAD"));
  const threads = (messages: readonly GmailMessage[]) => new Set(messages.map(({ threadId }) => threadId)).size;
  const counts = {
    messagesTotal: inside.length,
    messagesUnread: unread.length,
    threadsTotal: threads(inside),
    threadsUnread: threads(unread),
  };
  return ok({ ...label, ...counts });
};

const threadRoute = async (call: MailboxCall): Promise<HttpAnswer> => {
  const { mailbox, method, query } = call;
  const [, id] = call.path;
  if (method !== "GET" || id === undefined) return notAllowed();
  allow(call, ...ALSO_HEADERS);
  const inside = mailbox.messages().filter(({ threadId }) => threadId === id);
  if (inside.length === 0) throw notFound();
  const messages: object[] = [];
  for (const message of inside.toReversed())
    messages.push(await messageJson(mailbox, message, formatOf(query), query.getAll("metadataHeaders")));
  return ok({ id, historyId: mailbox.history.current(), messages });
};

const historyRoute = (call: MailboxCall): HttpAnswer => {
  allow(call, ...ALSO_HEADERS);
  const { query } = call;
  return ok(
    call.mailbox.history.page({
      start: query.get("startHistoryId") ?? "",
      size: sizeOf(call),
      token: query.get("pageToken") ?? undefined,
      labelId: query.get("labelId") ?? undefined,
      types: query.getAll("historyTypes"),
    }),
  );
};

const watchRoute = (call: MailboxCall, { watches }: RoutePorts): HttpAnswer => {
  allow(call, ...ALSO_HEADERS);
  const { topicName, labelIds } = jsonOf(call);
  if (typeof topicName !== "string" || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topicName))
    throw invalid("Invalid topicName does not match projects/*/topics/*");
  const expiration = Date.now() + WATCH_MS;
  watches.set(call.mailbox.address, { topicName, labelIds: labelsIn(labelIds), expiration });
  return ok({ historyId: call.mailbox.history.current(), expiration: String(expiration) });
};

const profile = (call: MailboxCall): HttpAnswer => {
  allow(call, ...ALSO_HEADERS, "gmail.compose");
  const { mailbox } = call;
  const all = mailbox.messages();
  return ok({
    emailAddress: mailbox.address,
    messagesTotal: all.length,
    threadsTotal: new Set(all.map(({ threadId }) => threadId)).size,
    historyId: mailbox.history.current(),
  });
};

/** Answers a call within a mailbox. */
export const route = async (call: MailboxCall, ports: RoutePorts): Promise<HttpAnswer> => {
  const [first] = call.path;
  if (first === "messages") return messageRoutes(call, ports);
  if (first === "drafts") return draftRoutes(call, ports);
  if (first === "labels") return labelRoutes(call);
  if (first === "threads") return threadRoute(call);
  const method = `${call.method} ${first ?? ""}`;
  if (method === "GET profile") return profile(call);
  if (method === "GET history") return historyRoute(call);
  if (method === "POST watch") return watchRoute(call, ports);
  if (method !== "POST stop") return notAllowed();
  allow(call, ...ALSO_HEADERS);
  ports.watches.delete(call.mailbox.address);
  return DONE;
};
