import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import type { MessageFacts, ReceivedMail } from "#shared/inbox/ports/mail-session.ts";
import { mimeLimits } from "#shared/mail/read/mime/mime-entity.ts";
import { parseHeadersAndParts, parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { fillParts, isDoubtful, isSplitWrongly, type PartPlan, planParts, wantedOctets, wantedParts } from "./body-parts.ts";

/** Messages up to this size are fetched whole, several in one command; of larger ones only headers and texts (CONTRIBUTING.md, "Decisions"). */
const WHOLE_BYTES = 128 * 1024;
/** How much is read of a message whose structure cannot be parsed or trusted, octets. */
const BEGINNING_BYTES = 8 * 1024 * 1024;
/** The most octets that one command for text parts may return, so that they fit in memory whatever sizes the messages claim. */
const BATCH_OCTETS = 20 * 1024 * 1024;
/** One octet more than is kept, so that a cut in a longer header is noticed. */
const HEADER = { key: "HEADER", maxLength: mimeLimits.headerBytes + 1 };

/** Fetches these items of these messages; returns the server's answers. */
export type FetchAll = (uids: readonly number[], query: FetchQueryObject) => Promise<readonly FetchMessageObject[]>;

/** Fetches small messages whole, and of large ones headers and texts. A message that the server left out is requested alone, from its beginning. */
export const fetchMails = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  const isSmall = ({ size, unreported }: MessageFacts) => size <= WHOLE_BYTES && !unreported?.includes("size");
  const small = messages.filter(isSmall);
  const large = messages.filter((message) => !isSmall(message));
  const mails = [...(await fetchWhole(fetchAll, small)), ...(await fetchPartly(fetchAll, large))];
  const fetched = new Set(mails.map(({ facts }) => facts.uid));
  // Its structure may be doubtful, or its answer one that cannot be parsed, such as a BODYSTRUCTURE that is nested too deep.
  for (const facts of messages.filter(({ uid }) => !fetched.has(uid))) mails.push(...(await fetchBeginning(fetchAll, facts)));
  return mails.toSorted((a, b) => a.facts.uid - b.facts.uid);
};

const byUid = (messages: readonly FetchMessageObject[]) => new Map(messages.map((message) => [message.uid, message]));
const uidsOf = (messages: readonly MessageFacts[]) => messages.map(({ uid }) => uid);

const fetchWhole = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  if (messages.length === 0) return [];
  const fetched = byUid(await fetchAll(uidsOf(messages), { source: true }));
  const mails: ReceivedMail[] = [];
  for (const facts of messages) {
    const source = fetched.get(facts.uid)?.source;
    if (source) mails.push(read(facts, source, source.length < facts.size && (await hasMore(fetchAll, facts, source.length))));
  }
  return mails;
};

/** Whether a message goes on after the octets that came: some servers state a size that is not the message's. */
const hasMore = async (fetchAll: FetchAll, { uid }: MessageFacts, from: number): Promise<boolean> => {
  const [message] = await fetchAll([uid], { source: { start: from, maxLength: 1 } });
  return (message?.source?.length ?? 0) > 0;
};

/** Makes a message from the octets that came; `isCut` when there are more. */
const read = (facts: MessageFacts, source: Buffer, isCut: boolean): ReceivedMail => {
  const parsed = parseMessage(source);
  return { facts, parsed: isCut ? { ...parsed, truncated: { ...parsed.truncated, body: true } } : parsed };
};

const fetchBeginning = async (fetchAll: FetchAll, facts: MessageFacts): Promise<readonly ReceivedMail[]> => {
  const [message] = await fetchAll([facts.uid], { source: { start: 0, maxLength: BEGINNING_BYTES } });
  return message?.source ? [read(facts, message.source, message.source.length >= BEGINNING_BYTES)] : [];
};

/** Uses two commands for a page: headers with BODYSTRUCTURE, then the text parts of all messages with the same structure. */
const fetchPartly = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  if (messages.length === 0) return [];
  const described = byUid(await fetchAll(uidsOf(messages), { bodyStructure: true, bodyParts: [HEADER] }));
  const planned = messages.flatMap((facts): readonly Planned[] => {
    const { bodyStructure, headers } = described.get(facts.uid) ?? {};
    return bodyStructure && headers && !isDoubtful(bodyStructure, headers) ? [{ facts, headers, plan: planParts(bodyStructure) }] : [];
  });
  const mails: ReceivedMail[] = [];
  for (const alike of inBatches(planned)) {
    const bodyParts = [...wantedParts(alike[0]!.plan)];
    const uids = uidsOf(alike.map(({ facts }) => facts));
    const fetched = bodyParts.length === 0 ? undefined : byUid(await fetchAll(uids, { bodyParts }));
    for (const { facts, headers, plan } of alike) {
      const contents = fetched ? fetched.get(facts.uid)?.bodyParts : new Map<string, Buffer>();
      if (!contents || isSplitWrongly(plan, contents)) continue;
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

/** Groups messages that need the same parts, as many as one answer may return. */
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
