import { isByPassword } from "#shared/providers/index.ts";
import { FAILURES_UNTIL_DOWN } from "#shared/mailboxes/connection/test-logins.ts";
import type { BrokenRecord } from "#shared/mailboxes/dns/dns-record.ts";
import {
  type BrokenDns,
  COUNTED_MAX,
  type FailingWebhook,
  type Found,
  type HeldSend,
  type IncompleteAudit,
  type Spending,
  type TroubledMailbox,
  type UnclearSend,
  type UndecidedSend,
  type UnknownSend,
  type UntoldMailbox,
} from "./ports.ts";
import { LOW_BALANCE, type Wallet } from "#shared/accounts/credits.ts";

/** The kinds of items that need a person; those of which an account has few come first, so that many items of one kind hide no other. */
export const attentionKinds = [
  "wallet_low",
  "webhook_failing",
  "mailbox_disconnected",
  "mailbox_failing",
  "dns_broken",
  "approval_waiting",
  "answer_unclear",
  "send_unknown",
  "audit_losses",
  "hints_missing",
] as const;
/** The kind of an item that needs a person. */
export type AttentionKind = (typeof attentionKinds)[number];

/** `urgent`: something has stopped working. `soon`: something fails or will fail. `note`: for information. */
export const severities = ["urgent", "soon", "note"] as const;
/** How urgent it is. */
type Severity = (typeof severities)[number];

/** The record that an item is about. */
export interface Subject {
  readonly type: "mailbox" | "webhook" | "send" | "wallet";
  readonly id: string;
  /** Its name for people: an address or a URL. */
  readonly name: string;
}

/** An item that needs a person; it disappears when its cause is gone. */
export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly severity: Severity;
  readonly since: Date;
  /** What happened, in the server's words where there are any. */
  readonly reason: string;
  /** What to do, one sentence. */
  readonly action: string;
  readonly subject: Subject;
}

/** The item of a mailbox whose credentials are refused or whose server fails. */
export const mailboxItem = (mailbox: TroubledMailbox): AttentionItem => {
  const subject = { type: "mailbox", id: mailbox.id, name: mailbox.email } as const;
  const facts = { since: mailbox.statusSince, reason: reasonOf(mailbox) + waitingOf(mailbox), subject };
  if (mailbox.status === "disconnected")
    return {
      kind: "mailbox_disconnected",
      severity: "urgent",
      action: isByPassword(mailbox.type) ? SAVE_PASSWORD : CONSENT_AGAIN,
      ...facts,
    };
  if (mailbox.mailRefusedSince) return { kind: "mailbox_failing", severity: "urgent", action: ASK_PROVIDER, ...facts };
  return { kind: "mailbox_failing", severity: "soon", action: CHECK_SERVER, ...facts };
};

/** What waits for a mailbox and can leave from no other one. */
const waitingOf = ({ followUps = 0 }: TroubledMailbox): string => {
  if (followUps === 0) return "";
  const many = followUps === 1 ? "1 follow-up waits" : `${followUps}${followUps >= COUNTED_MAX ? " or more" : ""} follow-ups wait`;
  return `; ${many} for it: a follow-up never changes its sender`;
};

/** The item of the emails that wait for approval, all in one; undefined when none does. */
export const approvalItem = ({ rows: [oldest], count }: Found<HeldSend>): AttentionItem | undefined => {
  if (!oldest) return undefined;
  const waits = count === 1 ? "1 email waits" : `${count}${count >= COUNTED_MAX ? " or more" : ""} emails wait`;
  const reason = `${waits} for approval; the oldest, to ${oldest.toEmail}, is cancelled on ${dayOf(oldest.holdUntil.getTime())} without it.`;
  const subject = { type: "send", id: oldest.id, name: oldest.toEmail } as const;
  const action = "Approve, edit or reject: none of them leaves, or is paid for, without approval.";
  return { kind: "approval_waiting", severity: "soon", since: oldest.createdAt, reason, action, subject };
};

/** An alias counts as refused after this many refused emails in a row, or after fewer when the first is older than this, ms. */
const REFUSED_IN_ROW = 3;
const REFUSED_LONG_MS = 3_600_000;

/** The items of aliases whose mail is refused while the mailbox's own address is accepted, one for each. */
export const aliasItems = (sends: readonly UndecidedSend[], now: Date): readonly AttentionItem[] => {
  const ofAliases = sends.filter(({ fromEmail, mailbox }) => fromEmail !== mailbox.email && mailbox.status === "active");
  const byAlias = Map.groupBy(ofAliases, ({ mailboxId, fromEmail }) => `${mailboxId} ${fromEmail}`);
  return [...byAlias.values()].flatMap((some): readonly AttentionItem[] => {
    const [first] = some;
    const isRefused = some.length >= REFUSED_IN_ROW || (first && now.getTime() - first.undecidedSince.getTime() >= REFUSED_LONG_MS);
    if (!first || !isRefused) return [];
    const reason = some.find(({ lastError }) => lastError !== "")?.lastError ?? "Its server did not say why.";
    const subject = { type: "mailbox", id: first.mailboxId, name: first.fromEmail } as const;
    return [{ kind: "mailbox_failing", severity: "urgent", since: first.undecidedSince, reason, action: ALLOW_ALIAS, subject }];
  });
};
const ALLOW_ALIAS =
  "Ask its provider to let this mailbox send with this address, or send from another: one email an hour or more probes it, and those that have waited 72 hours fail.";

const SAVE_PASSWORD = "Save a password that its server accepts: its emails wait for at most 72 hours and then fail.";
const CONSENT_AGAIN = "Connect it again through its provider's consent page: its emails wait for at most 72 hours and then fail.";
const ASK_PROVIDER =
  "Ask its provider why it refuses this mailbox's mail: one email an hour or more probes it, and those that have waited 72 hours fail.";
const CHECK_SERVER = "Check its servers' names and ports and whether they are up, and test it: until it works it is tried again by itself.";

/** What the protocols that are down said last. */
const reasonOf = ({ smtpFailures, imapFailures, smtpLastError = "", inboxLastError }: TroubledMailbox): string => {
  const down = [
    ...(smtpFailures >= FAILURES_UNTIL_DOWN ? [smtpLastError] : []),
    ...(imapFailures >= FAILURES_UNTIL_DOWN ? [inboxLastError] : []),
  ];
  const said = (down.length > 0 ? down : [smtpLastError, inboxLastError]).filter(Boolean);
  return said.length > 0 ? said.join("; ") : "Its server did not say why.";
};

/** The item of a mailbox whose domain has DNS records that were valid and are not any more. */
export const dnsItem = ({ id, email, broken }: BrokenDns): AttentionItem => ({
  kind: "dns_broken",
  severity: "soon",
  since: broken.since,
  reason: broken.records.map(recordReason).join(" "),
  action: "Publish these records again where the domain's DNS is managed, then check them: receivers may take its mail for spam.",
  subject: { type: "mailbox", id, name: email },
});

const recordReason = ({ name, status, expected, current }: BrokenRecord): string => {
  const now = status === "missing" ? "is missing" : `reads "${current}"`;
  return `${name.toUpperCase()} was verified and ${now}; it should be "${expected}".`;
};

/** How many runs in a row a webhook must fail, which takes under a minute, before it is listed. */
const ROUNDS_UNTIL_TOLD = 3;

/** What may be shown of a webhook's URL and answer: the path, the query and the answer may contain a secret. */
const shownOf = ({ url, answered }: FailingWebhook, seesUrls: boolean) =>
  seesUrls
    ? { name: url.replace(/[?#].*$/s, ""), answered }
    : { name: URL.parse(url)?.host ?? "", answered: answered?.replace(/^(HTTP \d{3}):.*$/s, "$1") };

/** A webhook's answer on one line. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/**
 * The item of a webhook that was disabled for its failures or keeps failing; undefined when it has failed too rarely. It shows the URL to keys that
 * may see webhooks, else only the host.
 */
export const webhookItem = (webhook: FailingWebhook, seesUrls: boolean): AttentionItem | undefined => {
  const { id, status, failingSince: since, failures } = webhook;
  const { name, answered } = shownOf(webhook, seesUrls);
  const facts = { kind: "webhook_failing", since, subject: { type: "webhook", id, name } } as const;
  const words = answered === undefined ? "." : `; the last one: ${onOneLine(answered)}`;
  if (status === "disabled") {
    const reason = `Every post failed for three days, so the webhook was disabled${words}`;
    return {
      ...facts,
      severity: "urgent",
      reason,
      action: "Repair the endpoint, switch the webhook on, and replay the events since then.",
    };
  }
  if (failures < ROUNDS_UNTIL_TOLD) return undefined;
  const reason = `Every post failed, ${failures} rounds in a row${words}`;
  return {
    ...facts,
    severity: "soon",
    reason,
    action: "Repair the endpoint: after three days with only failures the webhook is disabled.",
  };
};

/** The item of a failed send that its recipients may have received. */
export const unknownItem = ({ id, toEmail, lastError, countedAt }: UnknownSend): AttentionItem => ({
  kind: "send_unknown",
  severity: "soon",
  since: countedAt,
  reason: lastError,
  action: "Ask the recipient, or look into the mailbox's Sent folder, before you send it again.",
  subject: { type: "send", id, name: toEmail },
});

/** The item of an email that waits because only one sign shows that it was answered. */
export const unclearItem = ({ id, toEmail, cancelOnUnknown, unclearSince }: UnclearSend): AttentionItem => ({
  kind: "answer_unclear",
  severity: "soon",
  since: unclearSince,
  reason: "An answer came that only its subject and the address in it link to the original; anybody can write both.",
  action: `Correct the answer's send in the conversation: with the original's id the email is cancelled, with none it leaves. Else it ${cancelOnUnknown === "send" ? "leaves" : "is cancelled"} after 72 hours.`,
  subject: { type: "send", id, name: toEmail },
});

/** The item of an audit that found mail on the server which could not be stored. */
export const auditItem = ({ mailboxId, email, checkedAt, folders }: IncompleteAudit): AttentionItem => {
  const lost = folders.filter(({ unreadable }) => unreadable > 0);
  const found = [
    ...lost.map(({ path, unreadable, onServer }) => `${path}: ${unreadable} of ${onServer} messages are listed and not returned`),
    ...folders.flatMap(({ path, unlisted = 0 }) => (unlisted > 0 ? [`${path}: ${unlisted} messages are counted and in no list`] : [])),
  ];
  return {
    kind: "audit_losses",
    severity: "soon",
    since: checkedAt,
    reason: found.length > 0 ? shortened(found) : "A folder could not be read.",
    action: "Open the folder in another mail program: what it cannot show either is lost at the provider.",
    subject: { type: "mailbox", id: mailboxId, name: email },
  };
};

/** The item of a mailbox with push notifications whose provider has sent none for new mail in a day. */
export const untoldItem = ({ id, email, untoldSince }: UntoldMailbox): AttentionItem => ({
  kind: "hints_missing",
  severity: "note",
  since: untoldSince,
  reason: "New mail comes, and its provider tells of none: it is looked for as often as without hints.",
  action:
    "Look whether the provider's calls reach this service: the Pub/Sub topic, its subscription and service account, or the address of the hook.",
  subject: { type: "mailbox", id, name: email },
});

/** How many folders a reason names. */
const NAMED = 3;
const shortened = (found: readonly string[]): string =>
  found.length <= NAMED ? `${found.join("; ")}.` : `${found.slice(0, NAMED).join("; ")}; and ${found.length - NAMED} more folders.`;

/** A day, ms. */
export const DAY_MS = 24 * 3_600_000;
/** The number of days of the ledger from which the spending rate is computed. */
export const PACE_DAYS = 7;
/** A wallet that will be empty within this many days is listed; within two days it is urgent. */
const TOLD_DAYS = 7;
const URGENT_DAYS = 2;

/** The credits spent per day; a period shorter than a day counts as one. */
export const creditsPerDay = (balance: number, { from, before, toppedUp }: Spending, now: Date): number =>
  Math.max(0, before + toppedUp - balance) / Math.max(1, (now.getTime() - from.getTime()) / DAY_MS);

/** The item of a wallet that is empty, low, or will be empty within a week at the current rate; undefined otherwise. */
export const walletItem = (userId: string, wallet: Wallet, spending: Spending | undefined, now: Date): AttentionItem | undefined => {
  const { balance, updatedAt: since, lowBalance = LOW_BALANCE } = wallet;
  const subject = { type: "wallet", id: userId, name: "Wallet" } as const;
  const item = (severity: Severity, reason: string, action: string) =>
    ({ kind: "wallet_low", severity, since, reason, action, subject }) as const;
  if (balance <= 0) return item("urgent", "The wallet is empty.", "Top up the wallet: new emails are refused until then.");
  const pace = spending ? creditsPerDay(balance, spending, now) : 0;
  const daysLeft = pace > 0 ? balance / pace : Infinity;
  if (balance > lowBalance && daysLeft > TOLD_DAYS) return undefined;
  const left = `${balance} ${balance === 1 ? "credit is" : "credits are"} left`;
  if (daysLeft === Infinity) return item("note", `${left}; none was spent in the last ${PACE_DAYS} days.`, "Top up the wallet.");
  const dryOn = dayOf(now.getTime() + daysLeft * DAY_MS);
  const reason = `${left}; at ${Number(pace.toPrecision(2))} a day, as in the last ${PACE_DAYS} days, the wallet runs dry on ${dryOn}.`;
  const severity = daysLeft <= URGENT_DAYS ? "urgent" : daysLeft <= TOLD_DAYS ? "soon" : "note";
  return item(severity, reason, `Top up the wallet before ${dryOn}: new emails are refused when it is empty.`);
};

/** No balance lasts longer than this calendar, ms. */
const LAST_MS = 8.64e15;
const dayOf = (ms: number): string => new Date(Math.min(ms, LAST_MS)).toISOString().slice(0, -"T00:00:00.000Z".length);
