import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { type Mailbox, type ReadAccount, reachesMailbox } from "#shared/mailboxes/mailbox.ts";
import { afterWork } from "./after-work.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { judgeRefusal, RETRY_DELAYS_MS, tryAgain } from "./outcome.ts";
import { judgeRefusedMail, type UndecidedMail, undecidedMailOf, isRefusedForGood, isRefusedTooLong, refusedMail } from "./refused-mail.ts";
import { whileLeased, POISON_AFTER_CRASHES } from "./claim.ts";
import type { Claim } from "../ports/claims.ts";
import type { RefusedMail } from "../ports/deliveries.ts";
import type { DraftState } from "../ports/submission.ts";
import { allRecipients } from "../recipients.ts";
import type { Send } from "../send.ts";
import { atOnce } from "../wake/plan-wakes.ts";
import { LOOK_UP_AFTER_MS, LOOK_UP_AGAIN_MS, LOOK_UP_GIVE_UP_MS, UNDECIDED_LOOK_MS, WORKER_LIMIT_MS } from "../waiting.ts";
import { transitions } from "../transitions.ts";

/** What the mailbox's folders show about a send whose reply was lost, and which folders were searched, for its record. */
interface Evidence {
  /** `draft`: its draft is still a draft, so it was not sent. `pending`: its draft is in no folder, so it may be on its way. */
  readonly found: "found" | "draft" | "missing" | "pending" | "unreachable";
  readonly looked: string;
  /** The Message-ID by which the provider replaced ours. */
  readonly messageId?: string | undefined;
  /** Its draft, when it has one. */
  readonly draft?: Looked | undefined;
}

/** The worker's ports, and the list of sends that stay undecided. */
interface LookUpPorts extends DeliverPorts {
  readonly doubts: Pick<UndecidedMail, "add" | "saw">;
}

/** A draft that was looked at, in a mailbox. */
interface Looked {
  readonly mailbox: Mailbox;
  readonly account: ReadAccount;
  readonly state: DraftState;
}

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";
const names = { sent: "the Sent folder", inbox: "the INBOX" } as const;

/**
 * Decides sends with an unknown outcome by searching the mailbox's Sent folder, and its INBOX for mail that it sent to itself. A send that is found
 * becomes `sent`, any other `failed`. When the server has its draft, the draft's state decides, and a send whose draft was not sent is tried again.
 * Nothing is sent again without that proof (G4 in shared/README.md). A later bounce or answer makes a failed send `sent` (inbox/ingest).
 */
export const lookUpUnknown = async (
  ports: DeliverPorts,
  mailboxId: string,
  mailbox: Mailbox | undefined,
  doubts: Pick<UndecidedMail, "add" | "saw"> = undecidedMailOf(ports),
): Promise<void> => {
  const claim = await ports.deliveries.claimUnknown(mailboxId);
  await whileLeased(ports, claim, async () => {
    for (const { send } of claim.drafts) await settleUnknown({ ...ports, doubts }, claim, send, await evidence(ports, mailbox, send));
  });
};

/** The state of the send's draft at the server; renews a refused token once. Undefined for a send without a draft. */
const draftOf = async (
  ports: DeliverPorts,
  mailbox: Mailbox,
  send: Pick<Send, "draftId" | "messageId">,
  mayRenew = true,
): Promise<Looked | undefined> => {
  const { draftId, messageId } = send;
  const account = draftId === undefined ? undefined : await ports.mailAccounts.imap(mailbox);
  if (!account || draftId === undefined) return undefined;
  try {
    return { mailbox, account, state: await ports.sentFolder.draft(account, draftId, messageId) };
  } catch (error) {
    const isRefused = error instanceof MailFailure && error.reason === "credentials";
    if (!mayRenew || !isRefused || !(await ports.mailAccounts.renew(mailbox, account))) throw error;
    return draftOf(ports, mailbox, send, false);
  }
};

const evidence = async (ports: DeliverPorts, mailbox: Mailbox | undefined, send: Send): Promise<Evidence> => {
  const { mailAccounts, sentFolder, log } = ports;
  if (send.repliedAt ?? send.bouncedAt) return { found: "found", looked: "" };
  if (!mailbox?.imap) return { found: "missing", looked: "no folder could be looked at without IMAP" };
  const isToItself = allRecipients(send).some((email) => reachesMailbox(mailbox, email));
  const looked: string[] = [];
  try {
    const draft = await draftOf(ports, mailbox, send);
    const { state, account = await mailAccounts.imap(mailbox) } = draft ?? {};
    if (state?.kind === "sent") return { found: "found", looked: "", messageId: state.messageId };
    if (state?.kind === "draft") return { found: "draft", looked: "it is a draft still", draft };
    for (const use of isToItself ? (["sent", "inbox"] as const) : (["sent"] as const)) {
      const holds = account && (await sentFolder.contains(account, send.messageId, use));
      looked.push(holds === undefined ? `there is no ${names[use].slice(4)}` : `${names[use]} does not hold it`);
      if (holds) return { found: "found", looked: "" };
    }
    return { found: state ? "pending" : "missing", looked: [...looked, ...(state ? ["there is no such draft"] : [])].join(", ") };
  } catch (error) {
    log.warn("the Sent folder cannot be looked at", { mailboxId: mailbox.id, error });
    return { found: "unreachable", looked: [...looked, "the mailbox could not be looked at over IMAP"].join(", ") };
  }
};

const settleUnknown = async (ports: LookUpPorts, { token }: Claim, send: Send, evidence: Evidence): Promise<void> => {
  const { deliveries, wakeUps, clock, log } = ports;
  const { found, looked, messageId, draft } = evidence;
  const now = clock.now().getTime();
  const againMs = lookAgainMs(found, send, now);
  if (againMs !== undefined) {
    await deliveries.markUnknown(token, send, againMs);
    await wakeUps.wake([{ ...atOnce(send), dueAt: new Date(now + againMs) }]);
    return;
  }
  if (draft) return settleDraft(ports, token, send, draft);
  const deferredForMs = send.deferred && RETRY_DELAYS_MS[0];
  if (found === "found") await deliveries.succeed(send, { deferredForMs, providerMessageId: messageId });
  else await deliveries.fail(token, [send], `${UNKNOWN}; ${looked}`, { outcomeUnknown: true });
  log.warn("outcome unknown: settled", { sendId: send.id, found });
  if (found === "found" && deferredForMs !== undefined) await wakeUps.wake([{ ...atOnce(send), dueAt: new Date(now + deferredForMs) }]);
  await afterWork(ports, found === "found" ? [send] : [], found === "found" ? [] : [send]);
};

/** How long until the next look, ms; undefined when the finding decides. */
const lookAgainMs = (found: Evidence["found"], { refusal, countedAt }: Send, now: number): number | undefined => {
  const ageMs = now - (countedAt?.getTime() ?? 0);
  // The worker that wrote the intent may have been frozen before it sent the draft, and may go on until its time limit: it must not send the draft
  // after a cancel. A worker that stored a refusal has ended its attempt, and the server still had only a draft LOOK_UP_AFTER_MS later.
  if (found === "draft") return !refusal && ageMs < WORKER_LIMIT_MS ? WORKER_LIMIT_MS - ageMs : undefined;
  const mayStillCome = (found === "unreachable" || found === "pending") && ageMs < LOOK_UP_GIVE_UP_MS;
  return mayStillCome ? LOOK_UP_AGAIN_MS : undefined;
};

/** Settles a send that has not left: by the stored refusal, or by another attempt with the same draft, which the server sends only once. */
const settleDraft = async (ports: LookUpPorts, token: string, send: Send, draft: Looked): Promise<void> => {
  const { deliveries, clock, log } = ports;
  const { refusal } = send;
  const circumstances = { mailbox: draft.mailbox, now: clock.now(), random: 0.5 };
  const verdict = refusal
    ? judgeRefusal({ kind: "refused", ...refusal }, send, circumstances)
    : tryAgain("the server did not answer; its draft was not sent", send, circumstances);
  log.warn("outcome unknown: settled", { sendId: send.id, found: "draft" });
  const doubtful = verdict.kind === "fail" ? await doubtfulOf(ports, send, draft) : undefined;
  if (verdict.kind === "fail" && !doubtful) {
    await deliveries.fail(token, [send], verdict.lastError);
    // The draft is removed, so that its owner does not send it by mistake.
    await ports.sentFolder.discard?.(draft.account, send.draftId ?? "");
    return afterWork(ports, [], [send]);
  }
  const { kind, lastError } = verdict;
  if (kind === "fail") {
    await deliveries.holdUndecided(token, [send], { afterMs: UNDECIDED_LOOK_MS, lastError });
    if (doubtful) ports.doubts.add(send, doubtful, verdict);
    return wakeIn(ports, send, UNDECIDED_LOOK_MS);
  }
  // A pause of the mailbox delays it anyway. A quota's waiting time began with the refusal.
  const afterMs = kind === "retry" ? verdict.afterMs : verdict.pause === "rate" ? Math.max(0, verdict.afterMs - LOOK_UP_AFTER_MS) : 0;
  await deliveries.requeue(token, [send], { afterMs, lastError, counts: kind === "retry" });
  await wakeIn(ports, send, kind === "wait" ? verdict.afterMs : afterMs);
};

/** The refused mail when the refusal may be about the mailbox: then a second sign decides, as for any refusal (shared/README.md, "Two signs"). */
const doubtfulOf = async (
  { deliveries, doubts, clock }: LookUpPorts,
  send: Send,
  { mailbox }: Looked,
): Promise<RefusedMail | undefined> => {
  const told = send.refusal && ({ kind: "refused", ...send.refusal } as const);
  if (!told || !isRefusedForGood(told)) return undefined;
  const refused = refusedMail(send, told);
  if (refused.isAboutMail) return undefined;
  const { undecidedSince = send.countedAt } = send;
  const now = clock.now();
  const run = await deliveries.noteRefused(mailbox.id, refused);
  doubts.saw(run);
  const whose = judgeRefusedMail(run, { mailbox, isRefusing: Boolean(mailbox.mailRefusedSince), undecidedSince, now });
  return whose === "mail" || (whose !== "undecided" && isRefusedTooLong(undecidedSince, now)) ? undefined : refused;
};

const wakeIn = ({ wakeUps, clock }: DeliverPorts, send: Send, afterMs: number): Promise<void> =>
  wakeUps.wake([{ ...atOnce(send), dueAt: new Date(clock.now().getTime() + afterMs) }]);

/** The SMTP endpoints of Amazon SES, with their region (AWS, "Amazon SES endpoints and quotas"). */
const SES_HOST = /(?:^|\.)email-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d)\.(?:(?:vpce\.)?amazonaws\.com|api\.aws)$/i;
/** Matches "250 Ok 0100019d311bed04-dbb67b48-c55d-4e6a-962a-a0f8b714f2e7-000000": the id comes without its domain. */
const SES_REPLY = /^250 Ok ([\da-f]{8,20}(?:-[\da-f]{4,12}){5,7})$/i;
/** Matches Exchange's "250 2.0.0 OK <id@host> [Hostname=…]", and "250 2.6.0 <id@host> [InternalId=…] Queued mail for delivery" of it and of IIS. */
const EXCHANGE_REPLY = /^250 2\.(?:0\.0 OK|6\.0) (<[^<>\s@]{1,250}@[^<>\s@]{1,250}>) (?:\[(?:Hostname|InternalId)=|Queued mail)/i;
/** Matches what calls the id by its name: "250 2.0.0 OK, Message-ID: <id@host>". */
const NAMED_REPLY = /^250 [^<>]{0,80}\bmessage[-_ ]?id[:=]? ?(<[^<>\s@]{1,250}@[^<>\s@]{1,250}>)/i;
/** Matches Brevo's "250 2.0.0 OK: queued as <id@smtp-relay.mailin.fr>": in brackets and with a domain it is a Message-ID, no queue's number. */
const QUEUED_REPLY =
  /^250 (?:2\.\d\.\d )?(?:OK|Accepted|Message accepted)?[:,;]? ?(?:message )?queued (?:as|with id) (<[^<>\s@]{1,250}@[^<>\s@]{1,250}>)\.?$/i;
/** SES's form of an id: every region writes its own domain, us-east-1 "email". */
const SES_ID = /^<([\da-f]{8,20}(?:-[\da-f]{4,12}){5,7})@[a-z\d-]{1,40}\.amazonses\.com>$/i;

/**
 * The Message-ID by which a provider replaced ours, from its reply to the final dot; undefined when the reply names none. Amazon SES always replaces
 * it (AWS, "Amazon SES header fields"), and without the new id no answer could be linked to its send. When the host's name does not tell the region,
 * the id gets us-east-1's domain (`regionless`).
 */
export const providerMessageId = (host: string, reply: string): string | undefined => {
  const region = SES_HOST.exec(host)?.[1]?.toLowerCase() ?? "us-east-1";
  const id = SES_REPLY.exec(reply)?.[1];
  return id
    ? `<${id}@${region === "us-east-1" ? "email" : region}.amazonses.com>`
    : [EXCHANGE_REPLY, QUEUED_REPLY, NAMED_REPLY].map((form) => form.exec(reply)?.[1]).find((named) => named !== undefined);
};

/** An SES id with us-east-1's domain, as a send has it whose region was unknown; undefined for any other id. */
export const regionless = (messageId: string): string | undefined => {
  const id = SES_ID.exec(messageId)?.[1];
  return id && `<${id}@email.amazonses.com>`;
};

/** The header that makes Postmark keep our Message-ID; Postmark removes the header (Postmark, "Send email with SMTP"). Empty for other hosts. */
export const keepingOurId = (host: string): Readonly<Record<string, string>> =>
  /(?:^|\.)postmarkapp\.com$/i.test(host) ? { "X-PM-KeepID": "true" } : {};

/** The transition of a send whose worker died. */
export type Recovery = "requeueCrashed" | "failPoison" | "awaitLookUp" | "recoverDeferred";

/**
 * Decides the transition of a send whose lease has expired. With an intent it is looked up, never sent again. After repeated crashes of its workers,
 * the last ones with the send alone in its claim, it fails.
 */
export const recoveryOf = ({
  status,
  stage,
  deaths = 0,
}: {
  readonly status: Send["status"];
  readonly stage?: Send["stage"] | undefined;
  readonly deaths?: number | undefined;
}): Recovery => {
  if (status === "sent") return "recoverDeferred";
  if (stage === transitions.awaitLookUp.stage) return "awaitLookUp";
  return deaths + 1 >= POISON_AFTER_CRASHES ? "failPoison" : "requeueCrashed";
};
