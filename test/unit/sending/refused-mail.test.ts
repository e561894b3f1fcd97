import { describe, expect, it } from "vitest";
import {
  undecidedMailOf,
  judgeRefusedMail,
  isRefusedForGood,
  isRefusedTooLong,
  probeAfterMs,
  refusedMail,
} from "#shared/sending/deliver/refused-mail.ts";
import { concernsTransaction, isAboutMail, wordsOf } from "#shared/sending/deliver/reply-subject.ts";
import { quotaWaitMs } from "#shared/sending/deliver/outcome.ts";
import type { RefusedMail, RefusedRun } from "#shared/sending/ports/deliveries.ts";
import { accountReplies } from "#test/support/account-replies.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { anEmail, recordingLog } from "#test/support/sending-rig.ts";

const now = new Date("2026-11-22T08:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const ME = "me@box.test";
const HOUR_MS = 3_600_000;

/** Mails that were refused a minute after the other, the last one now. */
const runOf = (some: readonly Partial<RefusedMail>[], accepted: Partial<RefusedRun> = {}): RefusedRun => ({
  refused: some.map((one, n) => ({
    recipient: `r${n}`,
    domain: `d${n}`,
    fromEmail: ME,
    words: "550 no",
    isAboutMail: false,
    ...one,
    at: ago(some.length - 1 - n),
  })),
  acceptedAt: undefined,
  acceptedFromAt: undefined,
  ...accepted,
});
const judge = (
  run: RefusedRun,
  { isRefusing = false, undecidedSince, type = "smtp" }: { isRefusing?: boolean; undecidedSince?: Date; type?: "smtp" | "sandbox" } = {},
) => judgeRefusedMail(run, { mailbox: { email: ME, type }, isRefusing, undecidedSince, now });
const sendTo = (email: string) => draftSend({ clock, ids }, { mailbox: aMailbox() }, anEmail({ to: { name: "", email } })).send;
const times = (count: number, of: (n: number) => Partial<RefusedMail> = () => ({})) => Array.from({ length: count }, (_, n) => of(n));
const one = { domain: "d" };

describe("whose a refusal is", () => {
  it.each([
    ["nobody's yet, alone", runOf(times(1)), "undecided"],
    ["nobody's yet, with one more", runOf(times(2)), "undecided"],
    ["the mailbox's with three domains", runOf(times(3)), "mailbox"],
    ["nobody's yet with four of one domain", runOf(times(4, () => one)), "undecided"],
    ["the mailbox's with five of one domain", runOf(times(5, () => one)), "mailbox"],
    ["nobody's yet where one recipient is refused again and again", runOf(times(9, () => ({ recipient: "r", domain: "d" }))), "undecided"],
    ["the mailbox's with different words that say nothing", runOf(times(3, (n) => ({ words: `550 ${n}` }))), "mailbox"],
    ["the mail's where it is about the mail", runOf(times(1, () => ({ isAboutMail: true }))), "mail"],
    ["the mailbox's where each was about its mail in equal words", runOf(times(3, () => ({ isAboutMail: true }))), "mailbox"],
    ["the mail's where each was about its mail in its own words", runOf(times(4, (n) => ({ isAboutMail: true, words: `${n}` }))), "mail"],
    ["nobody's yet after an acceptance between", runOf(times(3), { acceptedAt: ago(1) }), "undecided"],
    ["the mailbox's after an acceptance before all", runOf(times(3), { acceptedAt: ago(9) }), "mailbox"],
    ["the alias's alone", runOf(times(3, () => ({ fromEmail: "a@box.test" }))), "alias"],
    [
      "the alias's although other mail is accepted",
      runOf(
        times(3, () => ({ fromEmail: "a@box.test" })),
        { acceptedAt: ago(0), acceptedFromAt: ago(9) },
      ),
      "alias",
    ],
    ["the mailbox's where several addresses are refused", runOf(times(3, (n) => ({ fromEmail: n === 1 ? ME : "a@box.test" }))), "mailbox"],
    ["unknown where nothing could be noted", runOf([]), "mail"],
  ] as const)("%s", (_, run, whose) => {
    expect(judge(run)).toBe(whose);
  });

  it("is never the mailbox's in a test world, whose recipients refuse on demand", () => {
    expect(judge(runOf(times(9, () => ({ isAboutMail: true }))), { type: "sandbox" })).toBe("mail");
  });

  it("is the mailbox's after an hour with two recipients in equal words", () => {
    expect(judge(runOf(times(2)), { undecidedSince: ago(60) })).toBe("mailbox");
    expect(judge(runOf(times(2, (n) => ({ words: `550 ${n}` }))), { undecidedSince: ago(60) })).toBe("mail");
  });

  it("stays the mailbox's while its mail is refused, unless it is about the mail", () => {
    expect(judge(runOf(times(1)), { isRefusing: true })).toBe("mailbox");
    expect(judge(runOf(times(1, () => ({ isAboutMail: true }))), { isRefusing: true })).toBe("mail");
  });

  it("is the mail's after an acceptance of the same sender's mail, or after an hour", () => {
    const run = runOf(times(1), { acceptedAt: ago(2), acceptedFromAt: ago(2) });

    expect(judge(run, { undecidedSince: ago(1) })).toBe("undecided");
    expect(judge(run, { undecidedSince: ago(3) })).toBe("mail");
    expect(judge(runOf(times(1)), { undecidedSince: ago(59) })).toBe("undecided");
    expect(judge(runOf(times(1)), { undecidedSince: ago(60) })).toBe("mail");
  });
});

it("probes after an hour, then in steps that grow, and ends with the 72 hours", () => {
  const after = (hours: number) => probeAfterMs(ago(hours * 60), now) / HOUR_MS;

  expect(probeAfterMs(undefined, now)).toBe(HOUR_MS);
  expect([0, 1, 2, 4, 24, 48].map(after)).toEqual([1, 1, 1, 2, 12, 24]);
  expect(after(71)).toBe(1);
  expect(after(80)).toBeGreaterThan(0);
  expect([71, 72].map((hours) => isRefusedTooLong(ago(hours * 60), now))).toEqual([false, true]);
  expect([null, undefined].map((since) => isRefusedTooLong(since, now))).toEqual([false, false]);
});

/** Further words of hosters about their quotas. */
const otherQuotas = [
  "550 Tageskontingent für ausgehende Mails erschöpft",
  "550 Vous avez atteint votre quota d'envoi",
  "550 Verzendlimiet bereikt",
  "550 Ha superado el límite de envíos por hora",
  "550 Przekroczono limit wysyłki",
  "550 Překročen limit odesílání",
  "550 Gönderim limiti aşıldı",
  "550 Küldési korlát túllépve",
  "550 Sändgräns uppnådd",
  "550 发送数量超过限制",
  "550 送信数の上限に達しました",
  "550 발송 한도를 초과했습니다",
  "554 5.7.1 rate limit: 100 recipients in 1h",
  "550 SMTP limit of 300 per day",
  "554 daily relay allowance used",
  "550 5.7.1 Service refused: the account has sent too many emails - spam blocked",
  "554 5.7.1 Your account has been temporarily blocked from sending: too many messages",
  "554 5.1.8 Email Outgoing Blocked",
  "554 5.7.1 Maximum email limit reached",
  "552 5.2.0 Quota of sent mails is exhausted for today",
  "550 Message rejected: you have used up your sending quota",
  "554 Hourly limit for sender me@site.test was exceeded",
  "550 Too many emails sent from this account today",
  "550 5.7.1 policy: rate exceeded for sasl user me@site.test",
  "554 5.7.0 Reject, account out of mail credits",
  "550 SMTP quota exceeded",
  "550 Outbound rate limit hit",
  "554 5.7.1 Das Versandlimit Ihres Kontos ist erreicht",
  "550 Limite d'envoi quotidienne atteinte",
  "554 Limite diario de envío superado",
  "550 Limite di invio giornaliero superato",
  "550 Превышен лимит отправки писем",
];

describe("what a reply is about", () => {
  it.each([
    "550 5.1.1 no such user",
    "550 No such user here",
    "550-5.1.1 The email account that you tried to reach does not exist. Please try",
    "552-5.2.2 The email account that you tried to reach is over quota",
    "552 5.2.2 Mailbox over quota",
    "550 5.2.1 The email account that you tried to reach is disabled",
    "554 5.7.1 spam",
    "554 5.7.1 Message contains a virus",
    "552 too large",
    "552 5.3.4 Message size exceeds fixed limit",
    "552 Message size exceeds maximum permitted",
    "400 ErrorInvalidRecipients At least one recipient isn't valid.",
    "413 ErrorMessageSizeExceeded The message exceeds the maximum supported size.",
    "554 Microsoft Graph would send it to other recipients than asked",
    "552 the message is larger than the server allows",
    "550 Mailbox x@ext.test does not exist",
  ])("the mail: %s", (reply) => {
    expect(isAboutMail(reply)).toBe(true);
  });

  it.each([
    ...accountReplies.map(({ reply }) => reply),
    "550 kein Versand",
    "550 5.1.8 Access denied, bad outbound sender",
    "550 5.1.1 <you@ext.test>: Recipient address rejected: sender not allowed",
    "554 5.7.1 Your account has been blocked for sending spam",
    "550 5.7.501 Service unavailable. Spam abuse detected from your organization",
    "553 5.1.3 From address must match the authenticated user",
    "550 5.2.1 Ihr Postfach wurde gesperrt",
    "550 5.1.1 Expéditeur refusé",
    "550 5.2.1 Votre compte a été désactivé",
    "550 Su cuenta ha sido suspendida por spam",
    "550 5.1.1 Remitente rechazado",
    "550 5.1.1 Mittente non autorizzato",
    "550 5.1.1 Nadawca odrzucony",
    "550 5.1.1 Отправитель отклонён",
    "550 Uw account is geblokkeerd wegens spam",
    "550 5.1.1 发件人被拒绝",
    "550 Hesabınız spam nedeniyle askıya alındı",
    "554 5.7.1 Account flagged for spam, contact support",
    "550 spam: user x has been disabled due to spam",
    "550 5.6.0 Your plan does not include SMTP",
    "403 ErrorSendAsDenied The user account which was used to submit this request does not have the right to send mail",
  ])("perhaps the account: %s", (reply) => {
    expect(isAboutMail(reply)).toBe(false);
  });

  it("quotas: those of the account wait, those of a mailbox's space or a message's size do not", () => {
    for (const { reply, kind } of accountReplies)
      expect([reply, quotaWaitMs(Number(reply.slice(0, 3)), reply) !== undefined]).toEqual([reply, kind === "quota"]);
    for (const reply of [
      "552 5.2.2 Mailbox has exceeded its daily limit",
      "552 size of outgoing message exceeded",
      "550 Превышен лимит ящика получателя",
    ])
      expect(quotaWaitMs(552, reply)).toBeUndefined();
    for (const reply of otherQuotas)
      expect([reply, quotaWaitMs(Number(reply.slice(0, 3)), reply), isAboutMail(reply)]).toEqual([reply, HOUR_MS, false]);
    expect(quotaWaitMs(550, "550 the recipient has exceeded the hourly rate of receiving mail")).toBeUndefined();
    expect(quotaWaitMs(554, "554 5.2.252 SendAsDenied; a@box.test not allowed to send as b@box.test")).toBeUndefined();
  });

  it("its words without what differs from mail to mail", () => {
    expect(wordsOf("554-5.7.1 <x1@ext.test>: Relay access denied (id 4f8a2)", "x1@ext.test")).toBe("554 5.7.1 relay access denied id");
    expect(wordsOf("550 jane at mx7.ext.test is unknown", "jane@ext.test")).toBe(
      wordsOf("550 kim at mx9.else.test is unknown", "kim@else.test"),
    );
    expect(wordsOf("550 a b", "x@y")).not.toBe(wordsOf("551 a b", "x@y"));
    expect(wordsOf("", "x@y")).toBe("");
    expect(wordsOf(`550 ${"слово ".repeat(900)}`, "x@y").length).toBeLessThanOrEqual(200);
  });

  it("the transaction, where it has enough recipients", () => {
    for (const reply of [
      "552 full",
      "550 5.5.3 <x@ext.test>: Recipient address rejected: Too many recipients",
      "550 5.5.3 too many",
      "452 4.5.3 Too many recipients",
      "451 too many recipients",
    ])
      expect(concernsTransaction(reply)).toBe(true);
    for (const reply of ["550 5.1.1 no such user", "450 4.7.1 greylisted", "452 4.2.2 mailbox full"])
      expect(concernsTransaction(reply)).toBe(false);
  });
});

it("takes for refused for good what a 5xx says, but 503", () => {
  const refused = (code: number, recipients?: readonly number[]) =>
    isRefusedForGood({
      kind: "refused",
      code,
      reply: "x",
      ...(recipients && { recipients: recipients.map((one) => ({ email: "a@b.test", code: one, reply: "x" })) }),
    });

  expect([550, 500, 503, 451].map((code) => refused(code))).toEqual([true, true, false, false]);
  expect([refused(550, [450, 451]), refused(450, [450, 550])]).toEqual([false, true]);
  expect(isRefusedForGood({ kind: "unknown" })).toBe(false);
});

it("remembers nobody's address of a refused mail", () => {
  const mail = refusedMail(sendTo("Jane@Ext.test"), { kind: "refused", code: 550, reply: "550 jane@ext.test no" });

  expect(JSON.stringify(mail).toLowerCase()).not.toContain("ext.test");
  expect(mail).toMatchObject({ words: "550 no", isAboutMail: false });
  const other = (toEmail: string) => refusedMail(sendTo(toEmail), { kind: "refused", code: 550, reply: "x" });
  expect(other("jane@ext.test")).toMatchObject({ recipient: mail.recipient, domain: mail.domain });
  expect(other("kim@ext.test").domain).toBe(mail.domain);
  expect(other("kim@ext.test").recipient).not.toBe(mail.recipient);
});

describe("undecided sends", () => {
  const world = () => {
    const doubts = undecidedMailOf({ deliveries: { decide: async () => undefined }, log: recordingLog() } as never);
    const add = (email: string, words: string) => {
      const send = { ...sendTo(email), fromEmail: ME };
      doubts.add(send, { recipient: email, words } as RefusedMail, { kind: "fail" } as never);
      return send;
    };
    return { doubts, add };
  };

  it("are decided by an acceptance of mail that was begun after their refusal, and by no other", async () => {
    const { doubts, add } = world();
    const before = add("a@ext.test", "550 no");
    const begunAt = doubts.now();
    const later = add("b@ext.test", "550 no");

    await doubts.accepted(ME, begunAt);
    expect([doubts.takeDecided(), doubts.left()]).toEqual([[before], [later]]);
  });

  it("in words that another recipient was refused with stay so when nothing else is due", async () => {
    const { doubts, add } = world();
    const [alike, alone] = [add("a@ext.test", "550 no"), add("b@ext.test", "550 b")];
    doubts.saw(runOf([{ recipient: "a@ext.test" }, { recipient: "c@ext.test" }]));

    await doubts.nothingElseIsDue();
    expect([doubts.takeDecided(), doubts.left()]).toEqual([[alone], [alike]]);
  });
});
