import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import type { Among, MailReader, MailSession, MessageFacts } from "#shared/inbox/ports/mail-session.ts";
import { field, parseFields, parseParameters } from "#shared/mail/read/mime/headers.ts";
import { parseHeadersAndParts } from "#shared/mail/read/mime/parse-message.ts";
import { sequenceSet } from "#shared/inbox/uid-set.ts";
import { asUid } from "#shared/inbox/pull/sync-state.ts";
import { imapChanges } from "./change-mails.ts";
import { type FetchAll, fetchMails } from "./fetch-mails.ts";
import { refusedInSession, type OpenConnection } from "./open-connection.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";
import { watchedFolders } from "./watched-folders.ts";

/**
 * The most octets that the answers to one command may hold together: more than a page needs, less than would exhaust a function. Later answers are
 * dropped.
 */
const MOST_OCTETS = 40 * 1024 * 1024;

/** The answers to a FETCH command as they arrive. */
export interface Answers {
  /** Keeps an answer to the command and drops any other. */
  readonly take: (response: FetchMessageObject) => void;
  /** The answers that have every requested item. */
  readonly whole: () => readonly FetchMessageObject[];
}

/**
 * Collects the FETCH responses that answer a command: those for the requested UIDs, merged by UID. A server may send FETCH responses at any time, for
 * example when another client sets a flag (RFC 9051, 7.5.2). A response without a UID counts only when a single message was requested.
 */
export const answersTo = (uids: readonly number[], query: FetchQueryObject): Answers => {
  const asked = new Set(uids);
  const [only] = uids.length === 1 ? uids : [];
  const found = new Map<number, FetchMessageObject>();
  let octets = 0;
  return {
    take: (response) => {
      const uid = response.uid ?? (saysMore(response) ? only : undefined);
      octets += octetsOf(response);
      if (uid === undefined || !asked.has(uid) || octets > MOST_OCTETS) return;
      const known = found.get(uid);
      const bodyParts = new Map([...(known?.bodyParts ?? []), ...(response.bodyParts ?? [])]);
      found.set(uid, { ...known, ...response, uid, bodyParts });
    },
    whole: () => [...found.values()].filter((message) => answers(query, message)),
  };
};

/** False for a response that only reports a change of flags. */
const saysMore = ({ size, internalDate, source, headers, bodyParts, bodyStructure }: FetchMessageObject): boolean =>
  [size, internalDate, source, headers, bodyStructure].some((item) => item !== undefined) || (bodyParts?.size ?? 0) > 0;

const octetsOf = ({ source, headers, bodyParts }: FetchMessageObject): number =>
  [source, headers, ...(bodyParts?.values() ?? [])].reduce((sum, content) => sum + (content?.length ?? 0), 0);

const answers = (query: FetchQueryObject, message: FetchMessageObject): boolean => {
  const items = ["source", "bodyStructure", "headers"] as const;
  const parts = query.bodyParts?.map((part) => (typeof part === "string" ? part : part.key)) ?? [];
  return items.every((item) => !query[item] || message[item] !== undefined) && parts.every((key) => hasPart(message, key.toLowerCase()));
};

/** A message without parts has no part headers, so a server may leave them out. */
const hasPart = ({ headers, bodyParts }: FetchMessageObject, key: string): boolean =>
  key === "header" ? headers !== undefined : key.endsWith(".mime") || bodyParts?.has(key) === true;

/** How much of the headers of a headers-only message is read, bytes: enough for sender, date and subject. */
const HEADERS_ONLY_BYTES = 16 * 1024;
/** The most UIDs that are accepted in one answer. */
const MOST_UIDS = 1_000_000;
const PIECE_BYTES = 1024 * 1024;
const DAY_MS = 24 * 3_600_000;

/** Reads mailboxes over IMAP. */
export const imapMailReader = (open: OpenConnection): MailReader => ({
  open: async (account, signal) => session(await open(account, signal)),
});

const session = (client: LeanImapFlow): MailSession => {
  const gmail = client.can("X-GM-EXT-1");
  const fetchAll: FetchAll = async (uids, query) => {
    const answers = answersTo(uids, query);
    await client.fetchEach(sequenceSet(uids), { uid: true, ...query }, answers.take);
    client.assertAlive();
    return answers.whole();
  };

  return {
    folders: (known, asked) => watchedFolders(client, known, asked),
    open: async (path) => {
      client.knowFolder(path);
      client.assertAlive();
      try {
        const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true });
        return { uidValidity: String(uidValidity ?? ""), uidNext: asUid(uidNext) };
      } catch (error) {
        if (typeof error === "object" && error !== null && "mailboxMissing" in error) return undefined;
        throw refusedInSession(error);
      }
    },
    count: () => client.messageCount,
    search: async (among) => {
      client.assertAlive();
      const found = await client.uidsOf(queryOf(among), mostOf(among));
      client.assertAlive();
      // `n:*` always includes the last message (RFC 9051, 9, seq-range).
      const asked = "above" in among ? found.filter((uid) => uid > among.above) : found;
      return asked.toSorted((a, b) => a - b);
    },
    facts: async (uids) => {
      if (uids.length === 0) return [];
      const answers = answersTo(uids, {});
      const query: FetchQueryObject = { flags: true, size: true, internalDate: true, ...(gmail && { labels: true, threadId: true }) };
      await client.fetchEach(sequenceSet(uids), { uid: true, ...query }, answers.take);
      client.assertAlive();
      // A response with neither size nor date is no answer, but reports a flag that another client has set.
      const reported = answers.whole().filter(({ size, internalDate }) => size !== undefined || internalDate !== undefined);
      return reported.map((message) => factsOf(message, gmail)).toSorted((a, b) => a.uid - b.uid);
    },
    fetch: (messages) => fetchMails(fetchAll, messages),
    fetchHeadersOnly: async (facts) => {
      const [message] = await fetchAll([facts.uid], { bodyParts: [{ key: "HEADER", maxLength: HEADERS_ONLY_BYTES }] });
      const headers = message?.headers;
      if (!headers) return undefined;
      const parsed = parseHeadersAndParts({ headers, texts: [], htmls: [], attachments: [], reports: [] });
      return {
        facts,
        parsed: { ...parsed, truncated: { ...parsed.truncated, body: true } },
        headersOnly: true,
      };
    },
    part: async (uid, part, maxBytes) => {
      const whole = part === "";
      // A message without parts has no part headers: its own headers are used.
      const [described] = await fetchAll([uid], {
        headers: ["content-type", "content-transfer-encoding"],
        ...(!whole && { bodyParts: [`${part}.MIME`] }),
      });
      if (!described) return undefined;
      const own = parseFields((described.headers ?? Buffer.alloc(0)).toString("latin1"));
      const multipart = field(own, "content-type").toLowerCase().startsWith("multipart/");
      const fields = multipart ? parseFields((described.bodyParts?.get(`${part}.mime`) ?? Buffer.alloc(0)).toString("latin1")) : own;
      const pieces: Buffer[] = [];
      let length = 0;
      let complete = false;
      while (!complete && length < maxBytes) {
        const range = { start: length, maxLength: PIECE_BYTES };
        const [message] = await fetchAll([uid], whole ? { source: range } : { bodyParts: [{ key: part, ...range }] });
        const piece = whole ? message?.source : message?.bodyParts?.get(part.toLowerCase());
        if (!piece) return undefined;
        pieces.push(piece);
        length += piece.length;
        complete = piece.length < PIECE_BYTES;
      }
      const content = Buffer.concat(pieces);
      if (whole) return { encoding: "", content, complete };
      const { charset } = parseParameters(field(fields, "content-type")).params;
      return { encoding: field(fields, "content-transfer-encoding"), charset, content, complete };
    },
    changes: imapChanges(client, fetchAll),
    close: () => client.close(),
  };
};

const queryOf = (among: Among) => {
  if ("numbers" in among) return { seq: among.numbers.join(":") };
  if ("uids" in among) return { uid: sequenceSet(among.uids) };
  const { above, upTo, since, before } = among;
  const uid = `${above + 1}:${upTo === Infinity ? "*" : upTo}`;
  // SINCE and BEFORE compare whole days, and the server's time zone may differ by one (RFC 9051, 6.4.4).
  const earlier = (date: Date) => new Date(date.getTime() - DAY_MS);
  return { uid, ...(since && { since: earlier(since) }), ...(before && { before: earlier(before) }) };
};

/** The most UIDs that an answer may have: it may include a message that has arrived meanwhile. */
const mostOf = (among: Among): number => {
  if ("numbers" in among) return among.numbers[1] - among.numbers[0] + 1;
  return "uids" in among ? among.uids.length : Math.min(among.upTo - among.above, MOST_UIDS);
};

const factsOf = (message: FetchMessageObject, gmail: boolean): MessageFacts => {
  const { uid, size, flags, labels, emailId, threadId } = message;
  const date = asDate(message.internalDate);
  const lacking = { size: size === undefined, date: !date, flags: !flags, labels: gmail && !labels };
  const unreported = (["size", "date", "flags", "labels"] as const).filter((item) => lacking[item]);
  return {
    uid,
    size: size ?? 0,
    receivedAt: date ?? new Date(),
    seen: flags?.has("\\Seen") ?? false,
    own: gmail && labels?.has("\\Sent") === true,
    draft: flags?.has("\\Draft") === true || (gmail && labels?.has("\\Draft") === true),
    ...(unreported.length > 0 && { unreported }),
    ...(emailId !== undefined && emailId !== "" && { providerId: `${gmail ? "gm" : "eid"}:${emailId}` }),
    ...(gmail && threadId !== undefined && { providerThreadId: `gm:${threadId}` }),
  };
};

/** The first email was sent in 1971: an earlier INTERNALDATE is invalid, as is one that is no date. */
const EARLIEST = Date.UTC(1971, 0, 1);
const asDate = (value: Date | string | undefined): Date | undefined => {
  const date = value === undefined ? undefined : new Date(value);
  return date && date.getTime() >= EARLIEST ? date : undefined;
};
