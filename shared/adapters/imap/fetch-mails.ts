import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import type { MessageFacts, ReceivedMail } from "../../domain/inbox/ports/mail-session.ts";
import { mimeLimits } from "../../domain/mail/read/mime/mime-entity.ts";
import { parseHeadersAndParts, parseMessage } from "../../domain/mail/read/mime/parse-message.ts";
import { fillParts, type PartPlan, planParts, wantedOctets, wantedParts } from "./body-parts.ts";

/** Up to this size a message is fetched whole with others in one command; beyond it only its headers and texts (CONTRIBUTING.md, "Decisions"). */
const WHOLE_BYTES = 128 * 1024;
/** What is read of a message whose structure the client cannot read. */
const BEGINNING_BYTES = 1024 * 1024;
/** What one command for text parts may bring: whatever messages say of themselves, the memory holds it. */
const BATCH_OCTETS = 20 * 1024 * 1024;
/** One octet more than is read, so that a longer header is seen to be cut. */
const HEADER = { key: "HEADER", maxLength: mimeLimits.headerBytes + 1 };

/** Fetches these items of these messages; what the server answers of them. */
export type FetchAll = (uids: readonly number[], query: FetchQueryObject) => Promise<readonly FetchMessageObject[]>;

/** Small messages whole, large ones by their headers and texts; one that the server passed over is asked for alone, from its beginning. */
export const fetchMails = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  const isSmall = ({ size, unreported }: MessageFacts) => size <= WHOLE_BYTES && !unreported?.includes("size");
  const small = messages.filter(isSmall);
  const large = messages.filter((message) => !isSmall(message));
  const mails = [...(await fetchWhole(fetchAll, small)), ...(await fetchPartly(fetchAll, large))];
  const fetched = new Set(mails.map(({ facts }) => facts.uid));
  // Its answer may have been one that cannot be read, such as a BODYSTRUCTURE that is nested too deep.
  for (const facts of messages.filter(({ uid }) => !fetched.has(uid))) mails.push(...(await fetchBeginning(fetchAll, facts)));
  return mails.toSorted((a, b) => a.facts.uid - b.facts.uid);
};

const byUid = (messages: readonly FetchMessageObject[]) => new Map(messages.map((message) => [message.uid, message]));
const uidsOf = (messages: readonly MessageFacts[]) => messages.map(({ uid }) => uid);

const fetchWhole = async (fetchAll: FetchAll, messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]> => {
  if (messages.length === 0) return [];
  const fetched = byUid(await fetchAll(uidsOf(messages), { source: true }));
  return messages.flatMap((facts) => {
    const source = fetched.get(facts.uid)?.source;
    return source ? [read(facts, source)] : [];
  });
};

/** A message from what the server gave of it: less than the stated size is not all. */
const read = (facts: MessageFacts, source: Buffer): ReceivedMail => {
  const parsed = parseMessage(source);
  const isCut = !facts.unreported?.includes("size") && source.length < facts.size;
  return { facts, parsed: isCut ? { ...parsed, truncated: { ...parsed.truncated, body: true } } : parsed };
};

const fetchBeginning = async (fetchAll: FetchAll, facts: MessageFacts): Promise<readonly ReceivedMail[]> => {
  const [message] = await fetchAll([facts.uid], { source: { start: 0, maxLength: BEGINNING_BYTES } });
  if (!message?.source) return [];
  const isWhole = message.source.length < BEGINNING_BYTES;
  return [read(isWhole ? facts : { ...facts, size: Infinity, unreported: [] }, message.source)];
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
