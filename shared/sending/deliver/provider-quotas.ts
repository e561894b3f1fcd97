/** A provider's reply that its sending quota is used up, and how long to wait before the next try. */
interface Quota {
  readonly codes: ReadonlySet<number>;
  readonly pattern: RegExp;
  readonly waitMs: number;
}

const HOUR_MS = 3_600_000;
const temporary = new Set([421, 432, 450, 451, 452, 454]);
const permanent = new Set([550, 552, 553, 554]);
const any = new Set([...temporary, 550, 552, 554]);

/**
 * Sources: Gmail "SMTP errors and codes", Microsoft "Exchange Online limits", Yahoo and Zoho help pages. A recipient's full mailbox (4.2.2) is not a
 * quota of the sender's.
 */
const quotas: readonly Quota[] = [
  { codes: any, pattern: /\b5\.4\.5\b|\b5\.1\.90\b/, waitMs: HOUR_MS },
  {
    codes: any,
    pattern:
      /daily (?:user )?(?:sending |message |recipient )?(?:quota|limit)|(?:sending|submission|message) ?(?:quota|limit) ?(?:is |has been )?(?:exceeded|reached)|SubmissionQuotaExceeded|RecipientRateLimitExceeded|reached (?:its|your|the) (?:daily |hourly )?(?:sending )?limit/i,
    waitMs: HOUR_MS,
  },
  {
    codes: permanent,
    pattern:
      /\b(?:exceed\w*|reach\w*|over|limit on)\b.{0,60}\b(?:hour|hourly|day|daily|sending|outgoing|outbound|submission)\b|\b\d+ (?:messages?|e?-?mails?|recipients?) (?:per|an?|in|every|each) (?:\d+ )?(?:hour|day|minute)s?\b|unusual sending|OutboundSpam/i,
    waitMs: HOUR_MS,
  },
  {
    codes: permanent,
    pattern:
      /\b(?:hour|hourly|day|daily|sending|outgoing|outbound|submission|relay)\b.{0,60}\b(?:exceed|reach|exhaust|used up|limit hit|blocked)|\b(?:used up|exhausted)\b.{0,30}\bquota|quota of sent|(?:sent|sending) too many|too many (?:e-?mails|messages) (?:sent|from)|(?:blocked|suspended) from sending|(?:tenant|account|sender|email|mail) (?:\w+ ){0,3}(?:limit|rate|threshold) (?:\w+ )?(?:reached|exceeded)|rate exceeded|rate limit\W{1,3}\d|\blimit of \d+ per\b|(?:daily|hourly|monthly) \w+ allowance|frequency limited|out of (?:\w+ )?credits|smtp quota/i,
    waitMs: HOUR_MS,
  },
  {
    codes: permanent,
    pattern:
      /versandlimit|tageslimit|stundenlimit|sendelimit|tageskontingent|verzendlimiet|s[äa]ndgr[äa]ns|(?:quota|l[ií]mite) (?:d.envoi|quotidienne|diari[oa]|de env[ií]os?|di invio|giornaliero)|лимит\w* .{0,30}отправ|превышен лимит|每日.{0,8}限|发信.{0,8}限|发送(?:频率|数量|配额)|送信(?:数|制限|上限)|(?:발송|발신) (?:한도|제한)|limit\w* (?:wysy[łl]|odes[íi]l)|g[öo]nderim (?:limit|kota)|k[üu]ld[ée]si (?:korl[áa]t|limit)/iu,
    waitMs: HOUR_MS,
  },
  { codes: new Set([452]), pattern: /\b4\.(?:5\.3|3\.[12]|7\.\d+)\b.*(?:quota|limit|too many|rate)/i, waitMs: HOUR_MS },
  {
    codes: temporary,
    pattern:
      /thread limit|unusual rate|too many (?:concurrent )?(?:connections|messages)|rate limit|throttl|try (?:your message |again )?later.{0,20}rate/i,
    waitMs: 60_000,
  },
];

/** Limits that are the recipient's or the message's: a mailbox's space, how much it receives, a message's size. */
const OF_MAIL = /^[45]\d\d[ -][45]\.(?:2\.[1-4]|3\.4)(?!\S)|\bsize\b|\breceiv|ящик|получател/i;

/**
 * How long the mailbox must wait when the reply says that its quota is used up, ms; undefined for any other reply
 * (docs/guides/internals.md, Retries).
 */
export const quotaWaitMs = (code: number, reply: string): number | undefined =>
  OF_MAIL.test(reply) ? undefined : quotas.find(({ codes, pattern }) => codes.has(code) && pattern.test(reply.slice(0, 1000)))?.waitMs;
