import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import { field, parseFields } from "../../domain/mail/read/mime/header-block.ts";
import type { FolderStatus, MailReader, MailSession, MessageFacts, ReceivedMail } from "../../domain/inbox/ports.ts";
import { asUid, type FolderRole } from "../../domain/inbox/pull/sync-state.ts";
import { fillParts, type PartPlan, planParts, wantedOctets, wantedParts } from "./body-parts.ts";
import { answersTo } from "./fetch-answers.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";
import { mimeLimits } from "../../domain/mail/read/mime/mime-entity.ts";
import type { OpenConnection } from "./open-connection.ts";
import { parseHeadersAndParts, parseMessage } from "../../domain/mail/read/mime/parse-message.ts";

/** Up to this size a message is fetched whole with others in one command; beyond it only its headers and texts (CONTRIBUTING.md, "Decisions"). */
const WHOLE_BYTES = 128 * 1024;
/** A stub's headers: enough for who, when and what, too little to hurt. */
const STUB_HEADER_BYTES = 16 * 1024;
/** What is read of a message whose structure the client cannot read. */
const BEGINNING_BYTES = 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** What one command for text parts may bring: whatever messages say of themselves, the memory holds it. */
const BATCH_OCTETS = 20 * 1024 * 1024;
/** One octet more than is read, so that a longer header is seen to be cut. */
const HEADER = { key: "HEADER", maxLength: mimeLimits.headerBytes + 1 };
const DAY_MS = 24 * 3_600_000;

/** Reads mailboxes over IMAP. */
export const imapMailReader = (open: OpenConnection): MailReader => ({
  open: async (account, signal) => session(await open(account, signal)),
});

const session = (client: LeanImapFlow): MailSession => {
  const gmail = client.can("X-GM-EXT-1");
  const fetchAll: FetchAll = async (uids, query) => {
    const said = await client.fetchAll(ranges(uids), { uid: true, ...query }, { uid: true });
    client.assertAlive();
    return answersTo(uids, query, said);
  };
  const factsQuery: FetchQueryObject = { flags: true, size: true, internalDate: true, ...(gmail && { labels: true, threadId: true }) };
  const factsOf = (message: FetchMessageObject): MessageFacts => ({
    uid: message.uid,
    size: message.size ?? 0,
    receivedAt: asDate(message.internalDate),
    seen: message.flags?.has("\\Seen") ?? false,
    own: gmail && message.labels?.has("\\Sent") === true,
    draft: message.flags?.has("\\Draft") === true || (gmail && message.labels?.has("\\Draft") === true),
    ...(message.emailId !== undefined && message.emailId !== "" && { providerId: `${gmail ? "gm" : "eid"}:${message.emailId}` }),
    ...(gmail && message.threadId !== undefined && { providerThreadId: `gm:${message.threadId}` }),
  });
  const ascending = (messages: readonly FetchMessageObject[]) => messages.map(factsOf).toSorted((a, b) => a.uid - b.uid);

  return {
    folders: async (known) => {
      const wanted = known.length > 0 ? known : await findFolders(client, gmail);
      client.assertAlive();
      const at = await client.statusOf(wanted.map(({ path }) => path));
      const statuses: FolderStatus[] = [];
      for (const { path, role } of wanted) {
        const items = at ? at.get(path) : await statusAlone(client, path);
        if (items && items.uidValidity !== "") statuses.push({ path, role, ...items });
      }
      // A folder that was known may have been renamed or deleted.
      return statuses.length < wanted.length && known.length > 0 ? session(client).folders([]) : statuses;
    },
    open: async (path) => {
      client.knowFolder(path);
      client.assertAlive();
      try {
        const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true });
        return { uidValidity: String(uidValidity ?? ""), uidNext: asUid(uidNext) };
      } catch (error) {
        if (typeof error === "object" && error !== null && "mailboxMissing" in error) return undefined;
        throw error;
      }
    },
    search: async (after, since) => {
      // SINCE knows only days, and the server's time zone may differ by one (RFC 9051, 6.4.4).
      const found = await client.search({ uid: `${after + 1}:*`, since: new Date(since.getTime() - DAY_MS) }, { uid: true });
      if (!Array.isArray(found)) throw new Error("the IMAP server refused to search");
      // `n:*` always names the last message (RFC 9051, 9, seq-range).
      return found.filter((uid) => uid > after).toSorted((a, b) => a - b);
    },
    facts: async (uids) => (uids.length === 0 ? [] : ascending(await fetchAll(uids, factsQuery))),
    fetch: async (messages) => {
      const small = messages.filter(({ size }) => size <= WHOLE_BYTES);
      const large = messages.filter(({ size }) => size > WHOLE_BYTES);
      const mails = [...(await fetchWhole(fetchAll, small)), ...(await fetchPartly(fetchAll, large))];
      const fetched = new Set(mails.map(({ facts }) => facts.uid));
      // What is missing was expunged meanwhile, or its answer could not be read, such as a BODYSTRUCTURE that is nested too deep.
      for (const facts of messages.filter(({ uid }) => !fetched.has(uid))) mails.push(...(await fetchBeginning(fetchAll, facts)));
      return mails.toSorted((a, b) => a.facts.uid - b.facts.uid);
    },
    fetchStub: async (facts) => {
      const [message] = await fetchAll([facts.uid], { bodyParts: [{ key: "HEADER", maxLength: STUB_HEADER_BYTES }] });
      const headers = message?.headers;
      if (!headers) return undefined;
      const parsed = parseHeadersAndParts({ headers, texts: [], htmls: [], attachments: [], reports: [] });
      return {
        facts,
        parsed: { ...parsed, truncated: { ...parsed.truncated, body: true } },
        stub: true,
      };
    },
    part: async (uid, part, maxBytes) => {
      // A message without parts has no header of a part: its own stands for it.
      const [described] = await fetchAll([uid], {
        headers: ["content-type", "content-transfer-encoding"],
        bodyParts: [`${part}.MIME`],
      });
      if (!described) return undefined;
      const own = parseFields((described.headers ?? Buffer.alloc(0)).toString("latin1"));
      const multipart = field(own, "content-type").toLowerCase().startsWith("multipart/");
      const fields = multipart ? parseFields((described.bodyParts?.get(`${part}.mime`) ?? Buffer.alloc(0)).toString("latin1")) : own;
      const pieces: Buffer[] = [];
      let length = 0;
      let complete = false;
      while (!complete && length < maxBytes) {
        const [message] = await fetchAll([uid], { bodyParts: [{ key: part, start: length, maxLength: PIECE_BYTES }] });
        const piece = message?.bodyParts?.get(part.toLowerCase());
        if (!piece) return undefined;
        pieces.push(piece);
        length += piece.length;
        complete = piece.length < PIECE_BYTES;
      }
      return { encoding: field(fields, "content-transfer-encoding"), content: Buffer.concat(pieces), complete };
    },
    close: () => client.close(),
  };
};

/** INBOX, Junk and Sent; at Gmail All Mail, which has no copies and holds what was sent, and Junk. */
const findFolders = async (client: LeanImapFlow, gmail: boolean): Promise<readonly { path: string; role: FolderRole }[]> => {
  const listed = await client.list();
  const by = (use: string) => listed.find(({ specialUse, flags }) => specialUse === use && !flags.has("\\Noselect"))?.path;
  const all = gmail ? by("\\All") : undefined;
  const junk = by("\\Junk");
  const sent = all === undefined ? by("\\Sent") : undefined;
  return [
    all === undefined ? { path: "INBOX", role: "inbox" as const } : { path: all, role: "all" as const },
    ...(junk === undefined ? [] : [{ path: junk, role: "junk" as const }]),
    ...(sent === undefined ? [] : [{ path: sent, role: "sent" as const }]),
  ];
};

const statusAlone = async (client: LeanImapFlow, path: string) => {
  const items = await client.status(path, { uidNext: true, uidValidity: true }).catch((error: unknown) => {
    if (client.usable) return false as const;
    throw error;
  });
  return items ? { uidNext: asUid(items.uidNext), uidValidity: String(items.uidValidity ?? "") } : undefined;
};

type FetchAll = (uids: readonly number[], query: FetchQueryObject) => Promise<readonly FetchMessageObject[]>;
const byUid = (messages: readonly FetchMessageObject[]) => new Map(messages.map((message) => [message.uid, message]));
const uidsOf = (messages: readonly MessageFacts[]) => messages.map(({ uid }) => uid);

const fetchWhole = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  if (messages.length === 0) return [];
  const fetched = byUid(await fetchAll(uidsOf(messages), { source: true }));
  return messages.flatMap((facts) => {
    const source = fetched.get(facts.uid)?.source;
    return source ? [{ facts, parsed: parseMessage(source) }] : [];
  });
};

const fetchBeginning = async (fetchAll: FetchAll, facts: MessageFacts): Promise<readonly ReceivedMail[]> => {
  const [message] = await fetchAll([facts.uid], { source: { start: 0, maxLength: BEGINNING_BYTES } });
  if (!message?.source) return [];
  const parsed = parseMessage(message.source);
  const cut = parsed.truncated.body || message.source.length < facts.size;
  return [{ facts, parsed: { ...parsed, truncated: { ...parsed.truncated, body: cut } } }];
};

/** Two commands for a page: headers with BODYSTRUCTURE, then the text parts, of all messages of the same structure at once. */
const fetchPartly = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  if (messages.length === 0) return [];
  const described = byUid(await fetchAll(uidsOf(messages), { bodyStructure: true, bodyParts: [HEADER] }));
  const planned = messages.flatMap((facts): readonly Planned[] => {
    const { bodyStructure, headers } = described.get(facts.uid) ?? {};
    return bodyStructure && headers ? [{ facts, headers, plan: planParts(bodyStructure) }] : [];
  });
  const mails: ReceivedMail[] = [];
  for (const alike of inBatches(planned)) {
    const bodyParts = [...wantedParts(alike[0]!.plan)];
    const uids = uidsOf(alike.map(({ facts }) => facts));
    const fetched = bodyParts.length === 0 ? undefined : byUid(await fetchAll(uids, { bodyParts }));
    for (const { facts, headers, plan } of alike) {
      const contents = fetched ? fetched.get(facts.uid)?.bodyParts : new Map<string, Buffer>();
      if (!contents) continue;
      const parsed = parseHeadersAndParts(fillParts(plan, headers, contents));
      mails.push({ facts, parsed });
    }
  }
  return mails;
};

interface Planned {
  readonly facts: MessageFacts;
  readonly headers: Buffer;
  readonly plan: PartPlan;
}

/** Messages that want the same parts, as many at once as one answer may bring. */
const inBatches = (planned: readonly Planned[]): readonly (readonly Planned[])[] =>
  [...Map.groupBy(planned, ({ plan }) => JSON.stringify(wantedParts(plan))).values()].flatMap((alike) => {
    const batches: Planned[][] = [];
    let octets = Infinity;
    for (const one of alike) {
      octets += wantedOctets(one.plan);
      if (octets > BATCH_OCTETS) {
        batches.push([]);
        octets = wantedOctets(one.plan);
      }
      batches.at(-1)!.push(one);
    }
    return batches;
  });

/** UIDs as a sequence set: `1:5,7` (RFC 9051, 9, sequence-set). */
const ranges = (uids: readonly number[]): string => {
  const parts: string[] = [];
  const sorted = uids.toSorted((a, b) => a - b);
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(end === i ? String(sorted[i]) : `${sorted[i]}:${sorted[end]}`);
    i = end + 1;
  }
  return parts.join(",");
};

const asDate = (value: Date | string | undefined): Date => {
  const date = value === undefined ? new Date() : new Date(value);
  return Number.isNaN(date.getTime()) ? new Date() : date;
};
