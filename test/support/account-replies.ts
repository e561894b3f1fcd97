/** What servers said about the account, as people who run mail services reported it; `at` is the command that was refused. */
export const accountReplies: readonly {
  readonly at: "MAIL" | "RCPT" | "DATA" | "dot";
  /** A limit that is used up, told by a 5xx or a 4xx; or the account itself. */
  readonly kind: "quota" | "for now" | "account";
  readonly reply: string;
}[] = [
  {
    at: "dot",
    kind: "quota",
    reply: "554 5.7.0 Your message could not be sent. The limit on the number of allowed outgoing messages was exceeded. Try again later.",
  },
  { at: "DATA", kind: "quota", reply: "554 5.7.1 <DATA>: Data command rejected: only 10 messages per day" },
  { at: "dot", kind: "quota", reply: "550 send spam mail rejected: exceeded hour limit" },
  { at: "dot", kind: "quota", reply: "550 5.4.6 Unusual sending activity detected." },
  { at: "dot", kind: "quota", reply: "550 User has exceeded outgoing email quota" },
  {
    at: "RCPT",
    kind: "quota",
    reply: "550 Domain site.test has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.",
  },
  { at: "RCPT", kind: "quota", reply: "554 5.7.1 <you@ext.test>: Recipient address rejected: Email Sending Quota Exceeded" },
  {
    at: "dot",
    kind: "quota",
    reply:
      "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception",
  },
  {
    at: "dot",
    kind: "for now",
    reply: "450 4.7.1 <END-OF-MESSAGE>: End-of-data rejected: Number messages per hour exceeded. Error:RATE_MSG",
  },
  {
    at: "DATA",
    kind: "for now",
    reply: "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending for more information.",
  },
  { at: "dot", kind: "account", reply: "552 Your account has been suspended. Please contact us to reactivate" },
  { at: "RCPT", kind: "account", reply: "553 5.7.1 <me@box.test>: Sender address rejected: not owned by user me@box.test" },
  { at: "MAIL", kind: "account", reply: "550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)" },
  { at: "RCPT", kind: "account", reply: "554 5.7.1 <x@ext.test>: Relay access denied" },
  {
    at: "dot",
    kind: "account",
    reply:
      "554 5.2.252 SendAsDenied; a@box.test not allowed to send as b@box.test; STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied",
  },
  { at: "RCPT", kind: "account", reply: '550 Outgoing mail from "box.test" has been suspended.' },
  { at: "dot", kind: "account", reply: "550 5.7.60 SMTP; Client does not have permissions to send as this sender" },
  { at: "MAIL", kind: "account", reply: "553 5.7.1 Sender address rejected: not owned by auth user." },
  { at: "dot", kind: "quota", reply: "550 User me@site.test has exceeded its 24-hour sending limit. Messages to 25 recipients out of 25" },
];
