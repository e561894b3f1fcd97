import type { AttentionReads, Found, Whose } from "./ports.ts";
import type { Wallets } from "#shared/accounts/credits.ts";
import type { Clock } from "#shared/platform/ports.ts";
import {
  aliasItems,
  approvalItem,
  attentionKinds,
  type AttentionItem,
  type AttentionKind,
  auditItem,
  DAY_MS,
  dnsItem,
  mailboxItem,
  PACE_DAYS,
  severities,
  unclearItem,
  unknownItem,
  untoldItem,
  walletItem,
  webhookItem,
} from "./items.ts";

/** The dependencies of the list of what needs a person. */
export interface AttentionPorts {
  readonly attention: AttentionReads;
  readonly wallets: Pick<Wallets, "find">;
  readonly clock: Clock;
}

/** The items, and how many of each kind were left out. */
export interface Attention {
  readonly attention: readonly AttentionItem[];
  readonly more: readonly { readonly kind: AttentionKind; readonly count: number }[];
}

/** The most items that the list has. */
const ATTENTION_MAX = 100;
/** For how many days an unknown outcome is listed: nothing later settles it. */
const UNKNOWN_DAYS = 7;

/**
 * Everything in an account that needs a person: most urgent first, then by kind, then oldest first. The wallet belongs to the account and is in no
 * tenant's list. Without `seesUrls` webhooks are shown by their hosts only.
 */
export const listAttention = async (ports: AttentionPorts, userId: string, whose: Whose = {}, seesUrls = false): Promise<Attention> => {
  const { attention } = ports;
  const now = ports.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const found = await Promise.all([
    whose.mailboxIds ? all([]) : wallet(ports, userId, now),
    attention.failingWebhooks(userId, whose).then((rows) => all(rows.flatMap((row) => webhookItem(row, seesUrls) ?? []))),
    attention.mailboxes(userId, "disconnected", ATTENTION_MAX, whose).then((page) => itemsOf(page, mailboxItem)),
    attention.mailboxes(userId, "error", ATTENTION_MAX, whose).then((page) => itemsOf(page, mailboxItem)),
    attention.undecidedSends(userId, whose).then((sends) => all(aliasItems(sends, now))),
    attention.brokenDns(userId, ATTENTION_MAX, whose).then((page) => itemsOf(page, dnsItem)),
    attention.heldSends(userId, 1, whose).then((page) => all([approvalItem(page) ?? []].flat())),
    attention.unknownSends(userId, daysAgo(UNKNOWN_DAYS), ATTENTION_MAX, whose).then((page) => itemsOf(page, unknownItem)),
    attention.unclearSends(userId, ATTENTION_MAX, whose).then((page) => itemsOf(page, unclearItem)),
    attention.incompleteAudits(userId, ATTENTION_MAX, whose).then((page) => itemsOf(page, auditItem)),
    attention.untoldMailboxes(userId, daysAgo(1), ATTENTION_MAX, whose).then((page) => itemsOf(page, untoldItem)),
  ]);
  const items = found.flatMap(({ rows }) => rows).toSorted(byUrgency);
  const shown = items.slice(0, ATTENTION_MAX);
  // All rows of one read are of one kind.
  const countOf = (kind: AttentionKind) =>
    found.reduce((sum, { rows, count }) => (rows[0]?.kind === kind ? sum + count : sum), 0) -
    shown.filter((item) => item.kind === kind).length;
  const more = attentionKinds.map((kind) => ({ kind, count: countOf(kind) })).filter(({ count }) => count > 0);
  return { attention: shown, more };
};

const all = (rows: readonly AttentionItem[]): Found<AttentionItem> => ({ rows, count: rows.length });
const itemsOf = <Row>({ rows, count }: Found<Row>, toItem: (row: Row) => AttentionItem): Found<AttentionItem> => ({
  rows: rows.map(toItem),
  count,
});

const wallet = async ({ attention, wallets }: AttentionPorts, userId: string, now: Date): Promise<Found<AttentionItem>> => {
  const since = new Date(now.getTime() - PACE_DAYS * DAY_MS);
  const [found, spending] = await Promise.all([wallets.find(userId), attention.spending(userId, since)]);
  const item = found && walletItem(userId, found, spending, now);
  return all(item ? [item] : []);
};

const byUrgency = (a: AttentionItem, b: AttentionItem): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind) ||
  a.since.getTime() - b.since.getTime() ||
  (a.subject.id < b.subject.id ? -1 : 1);
