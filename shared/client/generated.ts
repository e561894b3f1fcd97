// Made from shared/api by `npm run docs`. Do not edit.
import type { Endpoint, KeyedOptions, Pages, RequestOptions } from "./options.ts";

/** The email was accepted and paid for, and leaves automatically; one that is held waits for approval first. */
export type AcceptedEmail = {
  /** The send's id. */
  id: string;
  /** The mailbox that was chosen among several; absent when one was named. */
  mailbox_id?: string;
  /** Why: `conversation`, `active` or `eta`, as in the send's record; absent when one was named, and for a key without `read`. */
  chosen_because?: "conversation" | "active" | "eta";
  /** `scheduled` when it leaves later or waits for approval, else `queued`. */
  status: SendStatus;
  /** Its Message-ID header, the same in every attempt. */
  message_id: string;
  /** The conversation it belongs to; "" until it has one. */
  thread_id: string;
  /** The recipient's address. */
  to: string;
  /** The subject. */
  subject: string;
  /** When it is to leave; absent when it leaves now. */
  scheduled_at?: string;
};

/** The forward was accepted and paid for, and leaves automatically; one that is held waits for approval first. */
export type AcceptedForward = {
  /** The send's id. */
  id: string;
  /** `queued`, also when it was scheduled. */
  status: SendStatus;
  /** Its Message-ID header, the same in every attempt. */
  message_id: string;
  /** The subject, with `Re:` or `Fwd:` added where it is missing. */
  subject: string;
  /** The recipient's address. */
  to: string;
  /** When it is to leave; "" when it leaves now. */
  scheduled_at: string | "";
  /** Whose mail it contains: the authors of the forwarded messages, and the recipients of the mailbox's own messages among them. */
  included: string[];
};

/** The answer was accepted and paid for, and leaves automatically; one that is held waits for approval first. */
export type AcceptedReply = {
  /** The send's id. */
  id: string;
  /** `queued`, also when it was scheduled. */
  status: SendStatus;
  /** The conversation it belongs to; "" until it has one. */
  thread_id: string;
  /** Its Message-ID header, the same in every attempt. */
  message_id: string;
  /** The Message-ID that it answers. */
  in_reply_to: string;
  /** The Message-IDs of the conversation before it, oldest first. */
  references: string[];
  /** The subject, with `Re:` or `Fwd:` added where it is missing. */
  subject: string;
  /** The recipient's address. */
  to: string;
  /** When it is to leave; "" when it leaves now. */
  scheduled_at: string | "";
};

/** The account and its settings. */
export type Account = {
  /** The account's id. */
  id: string;
  /** The address it logs in with. */
  email: string;
  /** The account's name. */
  name: string;
  /** Whether recipients are suppressed when their address or domain does not exist, or when three sends to them bounced within 30 days; false by default. */
  suppress_bounced: boolean;
  /** Whether a recipient who marks an email as spam is suppressed; true by default. */
  suppress_complained: boolean;
  /** Whether the sender of an answer whose own words ask to be written to no more (`intent` is `unsubscribe`, by rule) is suppressed, with the reason `asked`; false by default. The answer must name your email by its id, and its From address must not fail DMARC. */
  suppress_asked: boolean;
  /** Whether the operator may export messages that you correct in the inbox, with the corrections, to improve how mail is classified; false by default. */
  share_corrections: boolean;
  /** The domains of your own people. Their mail is shown and linked, but does not count as an answer to an email that was not sent to them. Empty: the domains of the tenant's connected mailboxes, except freemail. */
  own_domains: string[];
  /** The balance at which `wallet.low` is sent, in credits; 100 by default, 0 for never. */
  low_balance: number;
  /** The most first emails to the same people within a time, over all mailboxes of a tenant; an email beyond it is refused with `recently_contacted`. Answers, follow-ups and forwards do not count. It counts what is accepted while it is set. None by default. */
  max_contacts?: ContactLimit;
  /** What the page of your connect links calls your product; the account's name by default. */
  connect_name: string;
  /** The https URL of the logo on that page; "" for none. */
  connect_logo_url: string;
  /** The URLs to which that page may lead back, each compared as a whole; up to 20. */
  connect_redirect_uris: string[];
  /** The origins of your pages that may show it in a frame; up to 20, none by default. */
  connect_frame_origins: string[];
  /** How many emails of the account are accepted in a clock hour (UTC), as the operator set it; absent when only the balance is the limit. */
  hourly_send_limit?: number;
  /** How many emails were accepted in this clock hour. */
  sends_this_hour: number;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
};

/** The settings to change; absent ones stay as they are. */
export type AccountChanges = {
  /** Whether recipients are suppressed when their address or domain does not exist, or when three sends to them bounced within 30 days; false by default. */
  suppress_bounced?: boolean | undefined;
  /** Whether a recipient who marks an email as spam is suppressed; true by default. */
  suppress_complained?: boolean | undefined;
  /** Whether the sender of an answer whose own words ask to be written to no more (`intent` is `unsubscribe`, by rule) is suppressed, with the reason `asked`; false by default. The answer must name your email by its id, and its From address must not fail DMARC. */
  suppress_asked?: boolean | undefined;
  /** Whether the operator may export messages that you correct in the inbox, with the corrections, to improve how mail is classified; false by default. */
  share_corrections?: boolean | undefined;
  /** The domains of your own people, up to 100. Their mail is shown and linked, but does not count as an answer to an email that was not sent to them. [] by default: the domains of the tenant's connected mailboxes, except freemail. */
  own_domains?: readonly string[] | undefined;
  /** The balance at which `wallet.low` is sent, in credits; 100 by default, 0 for never. */
  low_balance?: number | undefined;
  /** The most first emails to the same people within a time, over all mailboxes of a tenant; an email beyond it is refused with `recently_contacted`. Answers, follow-ups and forwards do not count. It counts what is accepted while it is set. None by default. null: no limit. */
  max_contacts?: ContactLimit | null | undefined;
  /** What the page of your connect links calls your product; the account's name by default. */
  connect_name?: string | undefined;
  /** The https URL of the logo on that page; "" for none. */
  connect_logo_url?: string | undefined;
  /** The URLs to which that page may lead back, each compared as a whole; up to 20. */
  connect_redirect_uris?: readonly string[] | undefined;
  /** The origins of your pages that may show it in a frame; up to 20, none by default. */
  connect_frame_origins?: readonly string[] | undefined;
};

/** An email address with a name. */
export type Address = {
  /** The name; "" when there is none. */
  name: string;
  /** The address. */
  email: string;
};

/** How often each happens, for each email that leaves. */
export type AnswerRates = {
  /** Of how many emails the recipient answers, 0 to 1. */
  reply?: number | undefined;
  /** Of how many emails cannot be delivered, 0 to 1. */
  bounce?: number | undefined;
  /** Of how many emails the recipient is absent, 0 to 1. */
  away?: number | undefined;
  /** Of how many emails the recipient has left, 0 to 1. */
  left?: number | undefined;
  /** Of how many emails the recipient unsubscribes, 0 to 1. */
  unsubscribe?: number | undefined;
};

/** An API key, without its secret. */
export type ApiKey = {
  /** The key's id, by which it is revoked. */
  id: string;
  /** The name that you gave it; `login, 2026-11-21` for the key of a login on that day. */
  name: string;
  /** What the key may do. `send`: send and answer mail, and approve what is held; `read`: read mail and mark it read; `admin`: manage mailboxes and keys; `draft`: write mail that is held until a person approves it. */
  scopes: Scope[];
  /** The last four characters of the key, to tell keys apart. */
  last4: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
  /** When the key was last used, to the minute or so; absent before its first use. */
  last_used_at?: string;
  /** The tenant that it is bound to: it sees and uses this tenant's current mailboxes; "" for none. */
  tenant: string;
  /** The mailboxes that it is bound to; empty when it is not bound to mailboxes. */
  mailbox_ids: string[];
  /** When it expires; absent when it does not. */
  expires_at?: string;
  /** `live`, or `test` for the account's test world: sandbox mailboxes, and a clock that can be turned. */
  mode: "live" | "test";
  /** The URL of the OAuth client that somebody allowed to use it, at `/mcp` alone; its `name` is what the client calls itself. "" for all other keys. */
  client_id: string;
};

/** Which revision of the email is approved. */
export type Approval = {
  /** The revision that is approved; with an older one 409 has the record as it is now. */
  revision: number;
  /** True to approve it although mail of a verified sender has arrived in its conversation since this revision; else that is refused with `conversation_changed`. */
  even_if_answered?: boolean | undefined;
  /** The id of the conversation's last message, received or sent, that whoever lets an answer leave has seen. When any newer mail or somebody else's answer is there, it is 409 `conversation_changed` with that one's id as `details`: so two people never answer twice. */
  if_last_message_id?: string | undefined;
};

/** An email to approve. */
export type ApprovalItem = {
  /** The send's id. */
  id: string;
  /** The revision that is approved. */
  revision: number;
  /** True to approve it although mail of a verified sender has arrived in its conversation since this revision; else that is refused with `conversation_changed`. */
  even_if_answered?: boolean | undefined;
  /** The id of the conversation's last message, received or sent, that whoever lets an answer leave has seen. When any newer mail or somebody else's answer is there, it is 409 `conversation_changed` with that one's id as `details`: so two people never answer twice. */
  if_last_message_id?: string | undefined;
};

/** The result for one email. */
export type ApprovalResult = {
  /** The id as it was given. */
  id: string;
  /** `queued` or `scheduled` when it was approved; "" when it was not. */
  status: SendStatus | "";
  /** The SHA-256 of what was approved; "" when it was not. */
  content_sha256: string;
  /** Why it was not approved, for people; "" when it was. */
  error: string;
  /** Why it was not approved, for programs; absent when it was. */
  type?: ErrorType;
  /** More about the reason, such as the id of the mail that arrived; absent when there is none. */
  details?: string;
};

/** The emails to approve. */
export type Approvals = {
  /** The emails, each with its revision, 1 to 1,000. */
  items: readonly ApprovalItem[];
};

/** The result for each email. */
export type ApprovalsAnswer = {
  /** One result for each item, in the order of the request. */
  results: ApprovalResult[];
};

/** The email was approved and paid for; it leaves automatically. */
export type ApprovedSend = {
  /** The send's id. */
  id: string;
  /** `scheduled` when it leaves later, else `queued`; its record has its state now. */
  status: SendStatus;
  /** The revision that was approved. */
  revision: number;
  /** When it was approved and paid for. */
  approved_at: string;
  /** The SHA-256 of what was approved, as in the audit log: sender, Reply-To, recipients, subject, bodies, headers and files. Nothing else leaves. */
  content_sha256: string;
  /** When it is to leave; absent when it leaves now. */
  scheduled_at?: string;
};

/** What one person has. */
export type AssigneeCounts = {
  /** Your id of the person; "" for nobody. */
  assigned_to: string;
  /** How many of them are `open`. */
  open: number;
  /** How many are `waiting`. */
  waiting: number;
  /** In how many of both a person waits for an answer. */
  needs_reply: number;
};

/** Of one person. */
export type AssigneeResponse = {
  /** Your id of the person who has them now; "" for nobody. */
  assigned_to: string;
  /** How many conversations got their first answer. */
  answered: number;
  /** Half of them got it within this many seconds; 0 when there were none. */
  median_seconds: number;
  /** Nine of ten got it within this many seconds. */
  p90_seconds: number;
};

/** A file in an email. */
export type Attachment = {
  /** Its index in the email, used to fetch it. */
  index: number;
  /** Its name, as the sender wrote it. */
  filename: string;
  /** Its media type, as the sender wrote it. */
  content_type: string;
  /** Its size in bytes. */
  size: number;
  /** Whether it is shown within the HTML rather than beside it. */
  is_inline: boolean;
  /** Its Content-ID, which the HTML refers to as `cid:…`; "" when it has none. */
  content_id: string;
};

/** An item that needs a person; it disappears when its cause is gone. */
export type AttentionItem = {
  /** The kind of problem. */
  kind: "wallet_low" | "webhook_failing" | "mailbox_disconnected" | "mailbox_failing" | "dns_broken" | "approval_waiting" | "answer_unclear" | "send_unknown" | "audit_losses" | "hints_missing";
  /** `urgent`: something has stopped working. `soon`: something fails or will fail. `note`: for information. */
  severity: "urgent" | "soon" | "note";
  /** Since when: for a mailbox its `status_since`, for a wallet the last change of its balance, for an audit its end. */
  since: string;
  /** What happened, in the server's own words where there are any. */
  reason: string;
  /** What to do, one sentence. */
  action: string;
  /** What it is about. */
  subject: AttentionSubject;
};

/** What needs a person in the account. */
export type AttentionList = {
  /** Up to 100 items: most urgent first, then by kind, then oldest first. */
  attention: AttentionItem[];
  /** What the list leaves out, by kind; empty when it is complete. */
  more: AttentionRest[];
};

/** The items of one kind that are not in the list. */
export type AttentionRest = {
  /** The kind of problem. */
  kind: "wallet_low" | "webhook_failing" | "mailbox_disconnected" | "mailbox_failing" | "dns_broken" | "approval_waiting" | "answer_unclear" | "send_unknown" | "audit_losses" | "hints_missing";
  /** How many items of it are not in the list, counted up to 10,000. */
  count: number;
};

/** What needs a person. */
export type AttentionSubject = {
  /** What it is. */
  type: "mailbox" | "webhook" | "send" | "wallet";
  /** Its id; a wallet has its account's. */
  id: string;
  /** A mailbox's address, a webhook's URL without its query (only its host without `admin`), the recipient of a send. */
  name: string;
};

/** The result of comparing the mailbox's server with the stored messages. */
export type Audit = {
  /** The mailbox that is compared with its server. */
  mailbox_id: string;
  /** True while an audit is due or in progress; the other fields describe the last finished one. */
  running: boolean;
  /** When the last audit was finished; absent before the first. */
  checked_at?: string;
  /** Mail received before this time is not compared; absent before the first audit. */
  since?: string;
  /** What was found, folder by folder; empty before the first audit. */
  folders: AuditedFolder[];
  /** How many folders were not compared: beyond the 1,100 that an audit visits, not to be opened, or at least one where the server refuses to list its folders; 0 in audits of older versions. */
  folders_not_read: number;
  /** True when every message on the server is stored, or counted in `not_kept` with its reason; false while a folder was not compared, or the server counts more than it lists. */
  complete: boolean;
};

/** An action that the audit log records. */
export type AuditAction = "login" | "api_key.created" | "api_key.revoked" | "account.updated" | "mailbox.connected" | "mailbox.updated" | "mailbox.disconnected" | "connect_link.created" | "connect_link.deleted" | "oauth_client.created" | "oauth_client.updated" | "oauth_client.deleted" | "pool.saved" | "pool.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "send.created" | "send.updated" | "send.cancelled" | "send.approved" | "thread.updated" | "member.invited" | "member.joined" | "member.updated" | "member.removed" | "note.created" | "note.updated" | "note.deleted" | "sequence.created" | "sequence.updated" | "sequence.deleted" | "sequence.recipients_added" | "sequence.recipient_removed" | "operator.command";

/** The comparison of a folder with the stored messages. */
export type AuditedFolder = {
  /** The folder's name on the server. */
  path: string;
  /** The UIDVALIDITY under which it was compared. */
  uid_validity: string;
  /** How many messages it has. */
  on_server: number;
  /** How many of them are stored; the rest is in `not_kept` and `unreadable`. */
  stored: number;
  /** How many were found missing. */
  missing: number;
  /** How many of the missing were then stored. */
  healed: number;
  /** How many of the missing the server lists but does not return. */
  unreadable: number;
  /** How many more messages Gmail counts under the label than any of its lists has: mail that nobody can read until it is listed. Absent for none, and of a label with more messages than can be listed in ten seconds. */
  unlisted?: number;
  /** How many are deliberately not stored, by reason; empty in audits of older versions. */
  not_kept: KeptOut[];
  /** A hash of the server's list of messages: it changes when the list does. */
  digest: string;
};

/** Who did what, from where and when. */
export type AuditEntry = {
  /** The entry's id. */
  id: string;
  /** What happened; `operator.command` when the operator did it. */
  action: AuditAction;
  /** `done`; `refused`, recorded only for logins; `failed` when the service failed midway, so that the action may have taken effect in part. */
  outcome: "done" | "refused" | "failed";
  /** The operation, such as `mailboxes/patch` (its `operationId` in this document has an underscore for the slash), or the operator's command. */
  operation: string;
  /** The API key of the request; for a login the key that it created; "" for none. */
  key_id: string;
  /** The member of the account who did it in the console; "" for its owner, and for keys. */
  member_id: string;
  /** The id of the key, member, mailbox, OAuth client, webhook or account that was changed; "" for none. */
  resource_id: string;
  /** The names of the given fields; their values are not recorded. */
  fields: string[];
  /** Of an approval: the SHA-256 of what was approved, hexadecimal (sender, Reply-To, recipients, subject, bodies, headers and files); "" for the rest. */
  content_sha256: string;
  /** The address that the request came from; "" for a command of the operator's. */
  source_ip: string;
  /** The first 200 characters of its User-Agent. */
  user_agent: string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
};

/** A page of the audit log. */
export type AuditLog = {
  /** What happened, newest first. */
  entries: AuditEntry[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** `away`: its sender is absent. `left`: its sender works there no longer, or the address is no longer read. `received`: the email arrived. `other`: anything else, such as a read receipt. */
export type AutoClass = "away" | "left" | "received" | "other";

/** Emails to send, each accepted or refused separately. */
export type Batch = {
  /** The emails, 1 to 1,000. */
  emails: readonly (Email | FollowingEmail)[];
  /** The draft (`draft: true`) of which these emails are made: it is deleted in the write that accepts them, so that they are sent once, from whichever device. It stays when no email is accepted, and after a dry run. Needs the scope `send`. */
  from_draft?: FromDraft | undefined;
  /** True for a dry run, which shows the result but stores, charges and sends nothing and uses up no Idempotency-Key. False when absent. */
  dry_run?: boolean | undefined;
};

/** The result for each email of a batch. */
export type BatchAnswer = {
  /** One result for each email, in the order of the request. */
  results: BatchResult[];
  /** How many emails the request contained. */
  total: number;
  /** What a batch with `dry_run` would cost, and when its last email would leave; absent otherwise. */
  estimate?: BatchEstimate;
};

/** What a batch would cost, and when its last email would leave. */
export type BatchEstimate = {
  /** The credits that its acceptable emails cost together. */
  credits: number;
  /** The credits that the account has; absent for a bound key. */
  balance?: number;
  /** Whether these are enough. */
  is_covered: boolean;
  /** When the last email would leave, given its mailbox's daily limit and rate limit; absent when none would, or when too much mail is waiting to calculate it. */
  last_leaves_at?: string;
};

/** The result for one email of a batch. */
export type BatchResult = {
  /** The email's position in the request, from 0. */
  index: number;
  /** The recipient as it was given, else that of the email that is followed; "" when it was no text. */
  to: string;
  /** The send's id; "" when it was refused. */
  id: string;
  /** The mailbox that was chosen among several; absent when one was named. */
  mailbox_id?: string;
  /** Why: `conversation`, `active` or `eta`, as in the send's record; absent when one was named, and for a key without `read`. */
  chosen_because?: "conversation" | "active" | "eta";
  /** When it would leave, of a dry run alone: as in the send's record, with all emails of the batch; absent when it would not, or when too much mail is waiting to calculate it. */
  eta?: string;
  /** `queued` or `scheduled` when it was accepted, `failed` when it was refused and cost nothing. */
  status: "queued" | "scheduled" | "failed";
  /** Why it was refused, for people; "" when it was accepted. */
  error: string;
  /** Why it was refused, for programs; absent when it was accepted. */
  type?: ErrorType;
  /** The invalid fields; absent when there are none. */
  details?: FieldProblem[];
};

/** A recipient whose copy bounced. */
export type BouncedRecipient = {
  /** The recipient's address; "" when the report does not tell which of several. */
  email: string;
  /** What the report says. */
  reason: string;
  /** The reason: `unknown_user` (no such address, or no such domain), `mailbox_full`, `policy`, `spam`, `dmarc`, `too_large`, `expired` (it was tried until time ran out), `relay` or `other`. */
  class?: "unknown_user" | "mailbox_full" | "policy" | "spam" | "dmarc" | "too_large" | "expired" | "relay" | "other";
  /** Whether another attempt later is useless. */
  permanent?: boolean;
  /** The enhanced status code (RFC 3463), such as `5.1.1`; "" when the report has none. */
  status?: string;
  /** The receiving server's text, if the report contains it. */
  diagnostic?: string;
  /** Whether the report contains our Message-ID. Anybody could have written one without it, so it cancels and suppresses nothing. */
  proven?: boolean;
  /** When the report arrived, RFC 3339 in UTC. */
  at: string;
};

/** The result for each send. */
export type CancelAnswer = {
  /** One result for each id, in the order of the request; with metadata, one for each send of this step. */
  results: CancelResult[];
  /** How many more sends with these pairs wait, counted up to 10,000: repeat the request until it is 0. */
  remaining: number;
};

/** Why an email is rejected, or that only a draft is deleted; empty for a plain cancel. */
export type Cancellation = {
  /** Why an email that waits for approval is rejected, up to 500 characters; only such an email takes one. */
  reason?: string | undefined;
  /** True to delete it only while it is a draft: one that was sent meanwhile is refused instead of cancelled. */
  draft?: true | undefined;
};

/** From now on nobody is sent the email. */
export type CancelledSend = {
  /** The send's id. */
  id: string;
  /** `cancelled`, or `sent` where only its deferred recipients were left. */
  status: SendStatus;
};

/** What to cancel: up to 1,000 ids, or the sends with these metadata pairs. */
export type CancelRequest = {
  /** The ids of the sends; not together with metadata. */
  ids?: readonly string[] | undefined;
  /** Cancels waiting sends that have all of these pairs, 1,000 at a time; not together with ids. */
  metadata?: Record<string, string> | undefined;
};

/** The result for one send. */
export type CancelResult = {
  /** The id as it was given. */
  id: string;
  /** Its state now: `cancelled` when it will not leave; "" when the account has no such send. */
  status: SendStatus | "";
  /** Why it is not cancelled, for people; "" when it is. */
  error: string;
  /** Why it is not cancelled, for programs; absent when it is. */
  type?: ErrorType;
};

/** The sequence as it is now. */
export type ChangedSequence = {
  /** The sequence's id. */
  id: string;
  /** Its name for people; "" for none. */
  name: string;
  /** The mailbox from which its steps are sent; "" where one is chosen for each person. */
  mailbox_id: string;
  /** The mailboxes of which one is chosen for each person; empty where none were named. */
  mailbox_ids: string[];
  /** The pool of which a mailbox is chosen for each person; "" for none. */
  pool: string;
  /** `paused`: nobody is added, and nothing of it leaves until it goes on; `deleted`: nobody is added any more, and nothing of it leaves. */
  status: "active" | "paused" | "deleted";
  /** Its steps, in order. */
  steps: SequenceStep[];
  /** The hours in which its steps may leave; absent for any time. */
  window?: SendingWindow;
  /** What cancels a person's further steps; empty for nothing. */
  cancel_on: ("reply" | "bounce" | "auto_reply" | "left" | "asked")[];
  /** What a further step does while the person is away; absent when it ignores that. */
  on_away?: WaitForReturn;
  /** How often its steps were written, from 1. */
  revision: number;
  /** How many people were ever added to it, up to 10,000. */
  people: number;
  /** When it was made, RFC 3339 in UTC. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** How many people have steps that wait with an older text: repeat the request until it is 0. A step that a worker holds at this moment leaves as it was. */
  remaining: number;
};

/** The changes of one message; absent fields stay as they are. */
export type ChangeOfMessage = {
  /** The message. */
  id: string;
  /** True marks it read, false unread. */
  is_read?: boolean | undefined;
  /** True flags it, false takes the flag away. */
  is_flagged?: boolean | undefined;
  /** Where to move it at its provider: `archive`, `inbox`, `trash`, `spam`, or one of its mailbox's `folders`. Needs `sync_changes` of its mailbox. */
  folder?: string | undefined;
};

/** The result for one message. */
export type ChangeResult = {
  /** The message. */
  id: string;
  /** Whether it is read now; absent when the change was refused. */
  is_read?: boolean;
  /** Whether it is flagged now; absent likewise. */
  is_flagged?: boolean;
  /** Where it is until its server has moved it; absent likewise. */
  folder?: string;
  /** Whether its server has the change; absent likewise. */
  server_state?: "" | "pending" | "done" | "failed";
  /** Why it was refused, for people; "" when it was changed. */
  error: string;
  /** Why it was refused, for programs; absent when it was changed. */
  type?: ErrorType;
  /** The invalid fields; absent when there are none. */
  details?: FieldProblem[];
};

/** A finished comparison of a mailbox with its server. */
export type Comparison = {
  /** When it ended. */
  checked_at: string;
  /** Mail received before this time was not compared. */
  since: string;
  /** Whether every message on the server is stored, or left out for a known reason. */
  complete: boolean;
};

/** How to read the inbox; absent fields stay as they are. */
export type ConfigureInbox = {
  /** Whether to read the inbox. */
  enabled?: boolean | undefined;
  /** The IMAP server's name or address; without it the mailbox only sends. */
  imap_host?: string | undefined;
  /** The IMAP server's port; 993 when absent. */
  imap_port?: number | undefined;
  /** The login name at the IMAP server; the SMTP login name when absent. */
  imap_username?: string | undefined;
  /** The password at the IMAP server. It is stored encrypted and never shown. */
  imap_password?: string | undefined;
  /** Start again with mail received since this time, which must be in the past; this also switches reading on. */
  sync_from?: string | Date | undefined;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number | undefined;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval?: string | undefined;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders?: "all" | readonly string[] | undefined;
};

/** A Gmail or Google Workspace mailbox, by OAuth. */
export type ConnectGoogleMailbox = {
  /** Which kind of mailbox this is. */
  type: "google";
  /** The address whose owner must have consented; the consenting account's when absent. */
  email?: string | undefined;
  /** The display name in From; empty when absent. */
  display_name?: string | undefined;
  /** Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox. */
  aliases?: readonly string[] | undefined;
  /** The customer of yours to whom it belongs, by a name of your choice of 1 to 64 characters. */
  tenant?: string | undefined;
  /** How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait. */
  max_daily_sends?: number | undefined;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Null for none. */
  min_gap?: string | GapRange | null | undefined;
  /** How many emails may leave in any 60 minutes. Null for no such limit. */
  max_hourly_sends?: number | null | undefined;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. It begins when it is set; the same again goes on. Null for none. */
  ramp?: Ramp | null | undefined;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Null for any time. */
  workday?: SendingWindow | null | undefined;
  /** Whether to read the inbox; true when absent and IMAP can be reached. */
  inbox_sync_enabled?: boolean | undefined;
  /** Mail received before this time is not read; 30 days ago when absent. */
  inbox_sync_from?: string | Date | undefined;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number | undefined;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval?: string | undefined;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders?: "all" | readonly string[] | undefined;
  /** Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks. False when absent. */
  sync_changes?: boolean | undefined;
  /** For the DNS check: the DKIM selector with which the mail is signed, or up to 10, one of which must have a valid key; when absent the provider's own or common ones are tried. */
  dkim_selector?: string | readonly string[] | undefined;
  /** The dedicated IP address from which its mail leaves; the account's default when absent. */
  ip_id?: string | undefined;
  /** Google and Outlook only: how the mailbox is reached. `imap_smtp`: by SMTP and IMAP. `graph` (Outlook): over Microsoft Graph; `gmail_api` (Google): over the Gmail API; both also work where SMTP and IMAP are switched off. `auto`, when absent: by SMTP and IMAP; over the other when the grant is only for that, or when it covers both and a server refuses the login. */
  transport?: "auto" | "imap_smtp" | "graph" | "gmail_api" | undefined;
  /** By the Gmail API: what the grant must cover, as in the consent URL; a grant that lacks a scope of it is refused. When absent, what the grant covers. A grant for sending alone (`send`) has no inbox: `inbox_sync_enabled` true is refused, and so is `cancel_on` of its sends. */
  access?: "full" | "read_send" | "send" | undefined;
  /** Your own OAuth client (`/v1/oauth-clients`) that the owner consents to; this service's own when absent. */
  oauth_client_id?: string | undefined;
  /** The authorization code from the consent page; either this or `refresh_token`. */
  code?: string | undefined;
  /** The redirect URI of the consent page; required with `code`. */
  redirect_uri?: string | undefined;
  /** The PKCE verifier of the challenge in the consent URL; only with `code`. */
  code_verifier?: string | undefined;
  /** A refresh token that you already have; either this or `code`. */
  refresh_token?: string | undefined;
};

/** A single-use link by which a mailbox's owner connects it in the browser. */
export type ConnectLink = {
  /** The link's id; the browser brings it to your `redirect_uri` as `connect_link`. */
  id: string;
  /** `open`: it can be used; `completed`: it connected a mailbox; `expired`: its time is over. */
  status: "open" | "completed" | "expired";
  /** The mailbox that it connected, or is to reconnect; "" before that. */
  mailbox_id: string;
  /** The address that the page suggests, or once it has connected a mailbox that mailbox's; "" when none was given. */
  email: string;
  /** The kinds of mailboxes that it may connect; empty for all. */
  types: ("smtp" | "google" | "outlook")[];
  /** Where the browser goes in the end. */
  redirect_uri: string;
  /** Your value, which is returned to your `redirect_uri` as `state`: compare the two. */
  state: string;
  /** The display name that the mailbox gets; "" leaves it as it is. */
  display_name: string;
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant: string;
  /** Your own OAuth client that the owner consented to; "" for this service's, and for mailboxes with passwords. */
  oauth_client_id: string;
  /** The `transport` that was asked for; "" for none. */
  transport: "" | "auto" | "imap_smtp" | "graph" | "gmail_api";
  /** The `access` that the consent asks for; "" for what the operator has set. */
  access: "" | "full" | "read_send" | "send";
  /** The language of the page; "" for the browser's. */
  locale: string;
  /** How many attempts to connect have failed. */
  failures: number;
  /** Why the last attempt failed; "" when none has. */
  last_error: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
  /** When it stops working. */
  expires_at: string;
  /** When it connected the mailbox; absent before. */
  completed_at?: string;
};

/** A mailbox's owner connected it by a link, or tried and failed. */
export type ConnectLinkEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "connect_link.completed" | "connect_link.failed";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: ConnectLinkEventData;
};

/** The connect link; fields without a value are absent. */
export type ConnectLinkEventData = {
  /** The link's id; the browser brings it to your `redirect_uri` as `connect_link`. */
  id: string;
  /** The mailbox that it connected, or is to reconnect; "" before that. */
  mailbox_id?: string;
  /** The address that the page suggests, or once it has connected a mailbox that mailbox's; "" when none was given. */
  email?: string;
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant?: string;
  /** Your value, which is returned to your `redirect_uri` as `state`: compare the two. */
  state?: string;
  /** How many attempts to connect have failed. */
  failures?: number;
  /** Why the last attempt failed; "" when none has. */
  last_error?: string;
  /** When it stops working. */
  expires_at?: string;
  /** When it connected the mailbox; absent before. */
  completed_at?: string;
};

/** A page of connect links. */
export type ConnectLinkList = {
  /** The links, newest first. */
  connect_links: ConnectLink[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** The mailbox to connect; `type` determines the other fields. */
export type ConnectMailbox = ConnectSmtpMailbox | ConnectGoogleMailbox | ConnectOutlookMailbox | ConnectSandboxMailbox;

/** An Outlook or Microsoft 365 mailbox, by OAuth. */
export type ConnectOutlookMailbox = {
  /** Which kind of mailbox this is. */
  type: "outlook";
  /** The address whose owner must have consented; the consenting account's when absent, and with `mailbox_user` the shared mailbox's. */
  email?: string | undefined;
  /** The display name in From; empty when absent. */
  display_name?: string | undefined;
  /** Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox. */
  aliases?: readonly string[] | undefined;
  /** The customer of yours to whom it belongs, by a name of your choice of 1 to 64 characters. */
  tenant?: string | undefined;
  /** How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait. */
  max_daily_sends?: number | undefined;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Null for none. */
  min_gap?: string | GapRange | null | undefined;
  /** How many emails may leave in any 60 minutes. Null for no such limit. */
  max_hourly_sends?: number | null | undefined;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. It begins when it is set; the same again goes on. Null for none. */
  ramp?: Ramp | null | undefined;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Null for any time. */
  workday?: SendingWindow | null | undefined;
  /** Whether to read the inbox; true when absent and IMAP can be reached. */
  inbox_sync_enabled?: boolean | undefined;
  /** Mail received before this time is not read; 30 days ago when absent. */
  inbox_sync_from?: string | Date | undefined;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number | undefined;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval?: string | undefined;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders?: "all" | readonly string[] | undefined;
  /** Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks. False when absent. */
  sync_changes?: boolean | undefined;
  /** For the DNS check: the DKIM selector with which the mail is signed, or up to 10, one of which must have a valid key; when absent the provider's own or common ones are tried. */
  dkim_selector?: string | readonly string[] | undefined;
  /** The dedicated IP address from which its mail leaves; the account's default when absent. */
  ip_id?: string | undefined;
  /** Google and Outlook only: how the mailbox is reached. `imap_smtp`: by SMTP and IMAP. `graph` (Outlook): over Microsoft Graph; `gmail_api` (Google): over the Gmail API; both also work where SMTP and IMAP are switched off. `auto`, when absent: by SMTP and IMAP; over the other when the grant is only for that, or when it covers both and a server refuses the login. */
  transport?: "auto" | "imap_smtp" | "graph" | "gmail_api" | undefined;
  /** Outlook only: the address (user principal name) of a shared mailbox that the member who signs in may use and send from. */
  mailbox_user?: string | undefined;
  /** Your own OAuth client (`/v1/oauth-clients`) that the owner consents to; this service's own when absent. */
  oauth_client_id?: string | undefined;
  /** The authorization code from the consent page; either this or `refresh_token`. */
  code?: string | undefined;
  /** The redirect URI of the consent page; required with `code`. */
  redirect_uri?: string | undefined;
  /** The PKCE verifier of the challenge in the consent URL; only with `code`. */
  code_verifier?: string | undefined;
  /** A refresh token that you already have; either this or `code`. */
  refresh_token?: string | undefined;
};

/** A mailbox of a test world, which has no server; needs a test key. */
export type ConnectSandboxMailbox = {
  /** Which kind of mailbox this is. */
  type: "sandbox";
  /** The mailbox's address, at any domain: nothing leaves. */
  email: string;
  /** The display name in From; empty when absent. */
  display_name?: string | undefined;
  /** Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox. */
  aliases?: readonly string[] | undefined;
  /** The customer of yours to whom it belongs, by a name of your choice of 1 to 64 characters. */
  tenant?: string | undefined;
  /** How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait. */
  max_daily_sends?: number | undefined;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Null for none. */
  min_gap?: string | GapRange | null | undefined;
  /** How many emails may leave in any 60 minutes. Null for no such limit. */
  max_hourly_sends?: number | null | undefined;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. It begins when it is set; the same again goes on. Null for none. */
  ramp?: Ramp | null | undefined;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Null for any time. */
  workday?: SendingWindow | null | undefined;
  /** Whether to read the inbox; true when absent and IMAP can be reached. */
  inbox_sync_enabled?: boolean | undefined;
  /** Mail received before this time is not read; 30 days ago when absent. */
  inbox_sync_from?: string | Date | undefined;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number | undefined;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval?: string | undefined;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders?: "all" | readonly string[] | undefined;
  /** Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks. False when absent. */
  sync_changes?: boolean | undefined;
  /** For the DNS check: the DKIM selector with which the mail is signed, or up to 10, one of which must have a valid key; when absent the provider's own or common ones are tried. */
  dkim_selector?: string | readonly string[] | undefined;
};

/** A mailbox at any provider, with passwords. */
export type ConnectSmtpMailbox = {
  /** Which kind of mailbox this is. */
  type: "smtp";
  /** The mailbox's address. */
  email: string;
  /** The display name in From; empty when absent. */
  display_name?: string | undefined;
  /** Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox. */
  aliases?: readonly string[] | undefined;
  /** The customer of yours to whom it belongs, by a name of your choice of 1 to 64 characters. */
  tenant?: string | undefined;
  /** How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait. */
  max_daily_sends?: number | undefined;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Null for none. */
  min_gap?: string | GapRange | null | undefined;
  /** How many emails may leave in any 60 minutes. Null for no such limit. */
  max_hourly_sends?: number | null | undefined;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. It begins when it is set; the same again goes on. Null for none. */
  ramp?: Ramp | null | undefined;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Null for any time. */
  workday?: SendingWindow | null | undefined;
  /** Whether to read the inbox; true when absent and IMAP can be reached. */
  inbox_sync_enabled?: boolean | undefined;
  /** Mail received before this time is not read; 30 days ago when absent. */
  inbox_sync_from?: string | Date | undefined;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number | undefined;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval?: string | undefined;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders?: "all" | readonly string[] | undefined;
  /** Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks. False when absent. */
  sync_changes?: boolean | undefined;
  /** For the DNS check: the DKIM selector with which the mail is signed, or up to 10, one of which must have a valid key; when absent the provider's own or common ones are tried. */
  dkim_selector?: string | readonly string[] | undefined;
  /** The dedicated IP address from which its mail leaves; the account's default when absent. */
  ip_id?: string | undefined;
  /** The SMTP server's name or address; discovered from the mailbox's address when absent. */
  smtp_host?: string | undefined;
  /** The SMTP server's port; 587 when absent. */
  smtp_port?: number | undefined;
  /** `tls` from the first byte, or `starttls`; when absent `tls` on port 465, `starttls` elsewhere. Never unencrypted. */
  smtp_secure?: "tls" | "starttls" | undefined;
  /** The login name at the SMTP server; the mailbox's address when absent. */
  smtp_username?: string | undefined;
  /** The password at the SMTP server, required unless `smtp_auth` is `none`. It is stored encrypted and never shown. */
  smtp_password?: string | undefined;
  /** `none`: the server takes this mailbox's mail without a login, by our IP address. When absent, a server that offers no login is refused, because it does not check the password. */
  smtp_auth?: "login" | "none" | undefined;
  /** The IMAP server's name or address. When absent it is discovered, if `smtp_host` is absent too or another IMAP field is given; otherwise the mailbox only sends. */
  imap_host?: string | undefined;
  /** The IMAP server's port; 993 when absent. */
  imap_port?: number | undefined;
  /** The login name at the IMAP server; the SMTP login name when absent. */
  imap_username?: string | undefined;
  /** The password at the IMAP server. It is stored encrypted and never shown. */
  imap_password?: string | undefined;
};

/** Where to send your user. */
export type ConsentPage = {
  /** The URL of the consent page: open it in your user's browser. */
  url: string;
  /** A random value that the page returns to your redirect URI: compare the two, to detect forged answers. */
  state: string;
};

/** How many first emails the same people may get, and within which time. */
export type ContactLimit = {
  /** Who counts as the same: the recipient's address, or all addresses of its domain, except freemail domains. */
  per: "address" | "domain";
  /** How many emails, 1 to 20. */
  count: number;
  /** The time, an ISO 8601 duration such as `P14D`, from one hour to 365 days, between two departures. */
  within: string;
};

/** A conversation with its emails. */
export type Conversation = {
  /** The conversation. */
  thread: Thread;
  /** Sent and received emails, oldest first, then those waiting to be sent. */
  messages: ThreadMessage[];
};

/** The key to create. */
export type CreateApiKey = {
  /** Its name, up to 100 characters. */
  name: string;
  /** What the key may do. `send`: send and answer mail, and approve what is held; `read`: read mail and mark it read; `admin`: manage mailboxes and keys; `draft`: write mail that is held until a person approves it. */
  scopes: readonly Scope[];
  /** Binds it to a tenant: it sees and uses this tenant's current mailboxes, and everything else is 404 for it. */
  tenant?: string | undefined;
  /** Binds it to these mailboxes, up to 100: everything else is 404 for it. Not together with `tenant`. */
  mailbox_ids?: readonly string[] | undefined;
  /** When it expires; never when absent. */
  expires_at?: string | Date | undefined;
  /** `live`, or `test` for the account's test world: sandbox mailboxes, and a clock that can be turned. When absent the mode of the key that creates it. */
  mode?: "live" | "test" | undefined;
};

/** The link with its URL. */
export type CreatedConnectLink = {
  /** The link's id; the browser brings it to your `redirect_uri` as `connect_link`. */
  id: string;
  /** `open`: it can be used; `completed`: it connected a mailbox; `expired`: its time is over. */
  status: "open" | "completed" | "expired";
  /** The mailbox that it connected, or is to reconnect; "" before that. */
  mailbox_id: string;
  /** The address that the page suggests, or once it has connected a mailbox that mailbox's; "" when none was given. */
  email: string;
  /** The kinds of mailboxes that it may connect; empty for all. */
  types: ("smtp" | "google" | "outlook")[];
  /** Where the browser goes in the end. */
  redirect_uri: string;
  /** Your value, which is returned to your `redirect_uri` as `state`: compare the two. */
  state: string;
  /** The display name that the mailbox gets; "" leaves it as it is. */
  display_name: string;
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant: string;
  /** Your own OAuth client that the owner consented to; "" for this service's, and for mailboxes with passwords. */
  oauth_client_id: string;
  /** The `transport` that was asked for; "" for none. */
  transport: "" | "auto" | "imap_smtp" | "graph" | "gmail_api";
  /** The `access` that the consent asks for; "" for what the operator has set. */
  access: "" | "full" | "read_send" | "send";
  /** The language of the page; "" for the browser's. */
  locale: string;
  /** How many attempts to connect have failed. */
  failures: number;
  /** Why the last attempt failed; "" when none has. */
  last_error: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
  /** When it stops working. */
  expires_at: string;
  /** When it connected the mailbox; absent before. */
  completed_at?: string;
  /** The link. Whoever has it can use it, so give it only to the mailbox's owner. It is shown only here. */
  url: string;
};

/** The wallet. */
export type Credits = {
  /** How many emails the account may still send; one credit pays one accepted email. */
  balance: number;
  /** When the balance last changed. */
  updated_at: string;
};

/** A dedicated IP address that emails can leave from. */
export type DedicatedIp = {
  /** The address's id, for `ip_id`. */
  id: string;
  /** The IP address. */
  address: string;
  /** The operator's name for it. */
  label: string;
  /** Whether the account's emails leave from it by default. */
  is_default: boolean;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
};

/** How to connect an address, each part with where it was found. */
export type DiscoveredMailbox = {
  /** The address. */
  email: string;
  /** The provider, such as `google`; "" for one that is not in the service's table. */
  provider_id: string;
  /** The provider's name for people; "" for one that is not in the table. */
  provider_name: string;
  /** The `type` with which to connect it. */
  type: "smtp" | "google" | "outlook";
  /** How its owner logs in: at the provider's consent page, with the mailbox's password, or with an app password. */
  login: "oauth" | "password" | "app_password";
  /** The provider's page on which the owner makes an app password; "" when none is known. */
  app_password_url: string;
  /** How the mailbox can be reached once its owner has consented; the first is what a consent asks for unless the request names a `transport` or an `access`. Empty where the owner does not log in by OAuth. */
  transports: ("imap_smtp" | "graph" | "gmail_api")[];
  /** How much of the provider's HTTP interface a consent can be asked for (`access`); empty where there is none. */
  accesses: ("full" | "read_send" | "send")[];
  /** Where `type` and `login` come from: the service's table of providers, the domain's MX or SRV records, its configuration file (autoconfig), Exchange's Autodiscover, or a guess. */
  source: "provider_table" | "mx" | "srv" | "autoconfig" | "autodiscover" | "guess";
  /** True when `type` and `login` are a guess. */
  guessed: boolean;
  /** The server that takes mail from the owner; absent when none was found. */
  smtp?: DiscoveredServer;
  /** The server from which the owner reads mail; absent when none was found. */
  imap?: DiscoveredServer;
};

/** A server as it was found, without a connection to it. */
export type DiscoveredServer = {
  /** The server's name. */
  host: string;
  /** Its port. */
  port: number;
  /** `tls` from the first byte, or `starttls`. */
  secure: "tls" | "starttls";
  /** The login name. */
  username: string;
  /** Where this was found, with the same values as the answer's `source`. */
  source: "provider_table" | "mx" | "srv" | "autoconfig" | "autodiscover" | "guess";
  /** True when it is a guess: let the owner confirm it. */
  guessed: boolean;
  /** True when it is outside the address's domain and belongs to no known provider: show its name and let the owner confirm it before a password is typed. */
  outside: boolean;
};

/** The DNS records of the mailbox's domain that receivers check. */
export type DnsCheck = {
  /** The mailbox whose domain this is. */
  mailbox_id: string;
  /** The key for checking signatures. */
  dkim: DnsRecord;
  /** Which servers may send for the domain. */
  spf: DnsRecord;
  /** What receivers should do with mail that fails both. */
  dmarc: DnsRecord;
};

/** One DNS record. */
export type DnsRecord = {
  /** `verified`; `missing`; `invalid`; `error` when the DNS did not answer; `not_applicable` for addresses at free mail providers. */
  status: "verified" | "missing" | "invalid" | "error" | "not_applicable";
  /** The value that the record should have. */
  expected: string;
  /** The current value of the record; "" when there is none. */
  current: string;
};

/** An email to send. */
export type Email = {
  /** The mailbox it is sent from; or give `mailbox_ids` or `pool`. */
  mailbox_id?: string | undefined;
  /** 2 to 50 mailboxes, in place of `mailbox_id`: when the email is accepted one of them is chosen, the one that has a conversation with the recipient, else one that works and whose DNS records are not broken, of these the one that sends soonest. Disconnected ones, and those that cannot send this email, are not chosen. */
  mailbox_ids?: readonly string[] | undefined;
  /** The name of a pool (`PUT /v1/pools/{name}`), in place of `mailbox_id`: one of its mailboxes is chosen. */
  pool?: string | undefined;
  /** The recipient, with or without a name; "" for nobody yet, of a draft. */
  to: string | Address;
  /** The subject, one line of up to 998 characters; empty only of a draft. */
  subject: string;
  /** Where answers go; the mailbox's own address when absent. Answers to another address are not seen here. */
  reply_to?: Recipient | undefined;
  /** True to send it although its recipient was contacted recently (`max_contacts` of the account); needs scope `admin`, and not for an email that is held. */
  force?: boolean | undefined;
  /** Further recipients that every recipient sees, up to 50. */
  cc?: readonly Recipient[] | undefined;
  /** Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together. */
  bcc?: readonly Recipient[] | undefined;
  /** The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's. */
  from_email?: string | undefined;
  /** The sender's name; the mailbox's display name when absent. */
  from_name?: string | undefined;
  /** Files to attach: up to 20, together at most 3 MB decoded. */
  attachments?: readonly NewAttachment[] | undefined;
  /** The email as HTML. HTML and text together have at most 1 MB; one of the two is required. */
  body_html?: string | undefined;
  /** The email as plain text; made from the HTML when absent. */
  body_text?: string | undefined;
  /** Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and similar ones. */
  headers?: Record<string, string> | undefined;
  /** The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent. */
  ip_id?: string | undefined;
  /** When it is to leave, up to a year ahead; now when absent. */
  scheduled_at?: string | Date | undefined;
  /** When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change. */
  send_at?: LocalTime | undefined;
  /** The hours of the week to which sending is limited; any time when absent. */
  window?: SendingWindow | undefined;
  /** If it has not left by then it fails as too late and is never sent; no limit when absent. */
  send_before?: string | Date | undefined;
  /** True to have it wait until a person approves it (`POST /v1/send/{id}/approve`): it costs nothing until then, and never leaves without it. A key with the scope `draft` can only hold. */
  hold?: boolean | undefined;
  /** Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held. */
  hold_until?: string | Date | undefined;
  /** True for a draft that a person is still writing: held, possibly without recipient, subject and body, in no list but that of `waiting_for=draft`. Approving it sends it, cancelling it deletes it; a year after its last change it is cancelled. What a key with the scope `draft` writes waits for approval instead. */
  draft?: boolean | undefined;
  /** What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent. */
  draft_state?: string | undefined;
  /** How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing. */
  undo_for?: string | undefined;
  /** Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail. */
  metadata?: Record<string, string> | undefined;
  /** Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail. */
  tags?: readonly string[] | undefined;
  /** Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient. */
  unsubscribe?: boolean | undefined;
};

/** The answer to every failed request. */
export type ErrorBody = {
  /** The reason phrase of the status, for people. */
  error: string;
  /** What is wrong, for people; its wording may change. */
  message: string;
  /** The HTTP status again. */
  code: number;
  /** The type of the error, for programs; it never changes. */
  type: ErrorType;
  /** For a 400 all invalid fields; for a 404 the field whose ids were not found; for suppressed recipients the fields that name them; for other conflicts a sentence about the state. Absent otherwise. */
  details?: FieldProblem[] | string;
  /** For a stale `revision` the record as it is now; absent otherwise. */
  current?: Record<string, unknown>;
  /** The request's id, for support; only with a 500 or 503. */
  requestId?: string;
};

/** The type of an error, on which programs may rely. */
export type ErrorType = "invalid_fields" | "unauthorized" | "wallet_empty" | "insufficient_scope" | "foreign_origin" | "not_found" | "method_not_allowed" | "conflict" | "idempotency_conflict" | "mailbox_disconnected" | "recipient_suppressed" | "too_many_held" | "conversation_changed" | "recently_contacted" | "sandbox_full" | "gone" | "too_large" | "unsupported_media_type" | "range_not_satisfiable" | "rate_limited" | "internal_error" | "connection_failed" | "unavailable";

/** Something that happened; `type` says what, and determines the fields of `data`. */
export type Event = SendEvent | MessageEvent | ThreadEvent | MailboxEvent | WalletEvent | WebhookEvent | SuppressionEvent | ConnectLinkEvent;

/** A page of the feed. */
export type EventList = {
  /** What happened, oldest first. */
  events: Event[];
  /** Where the next page starts: pass it as `after`, now or later. */
  next_cursor: string;
  /** Whether there are more events now. */
  has_more: boolean;
};

/** The types of events. */
export type EventType = "send.sent" | "send.failed" | "send.cancelled" | "send.held" | "send.edited" | "send.approved" | "send.rejected" | "send.bounced" | "send.complained" | "send.replied" | "send.settled" | "message.received" | "message.corrected" | "message.changed" | "message.removed" | "thread.changed" | "mailbox.connected" | "mailbox.error" | "mailbox.disconnected" | "mailbox.recovered" | "mailbox.audited" | "mailbox.sent_copies" | "connect_link.completed" | "connect_link.failed" | "wallet.low" | "wallet.empty" | "webhook.disabled" | "suppression.added";

/** What is known about whether an email was answered. */
export type Evidence = {
  /** The send. */
  send_id: string;
  /** Its state now. */
  status: SendStatus;
  /** When the mail server accepted it; absent before that. */
  sent_at?: string;
  /** The words with which the mail server accepted it, such as `250 2.0.0 OK`, with its id in the server's queue, up to 200 characters; "" where it said none and for emails of older versions. The APIs of Microsoft and Google have no words: there it is the status and what names the request or the message there, `202 Accepted, request-id …` and `200 OK, id …`. */
  accepted_with: string;
  /** What came in its conversation after it left, the most telling first: a `complaint`, a `bounce`, an `answer`, mail that one sign alone links to it (`unclear`), mail of somebody else (`other_mail`), an `automatic_answer`, or `nothing`. */
  found: "complaint" | "bounce" | "answer" | "unclear" | "other_mail" | "automatic_answer" | "nothing";
  /** The id of the message that says so; absent for none. */
  message_id?: string;
  /** When the mailbox's inbox was last read to its end; absent when it never was. */
  read_at?: string;
  /** The last comparison of the mailbox with its server; absent before the first. */
  audit?: Comparison;
  /** Until when it is proved that nothing came: an audit that ended then found the mailbox complete since before the email left. Absent when that is not proved. */
  silent_until?: string;
  /** Why silence is not proved: `not_sent`, `something_came`, `not_audited` since it left (POST /v1/mailboxes/{id}/audit does), or `audit_incomplete`; "" when it is. */
  unproven: "" | "not_sent" | "something_came" | "not_audited" | "audit_incomplete";
};

/** Why a message has its kind and its conversation. */
export type Explanation = {
  /** The rule that gave it its kind. */
  kind_rule: string;
  /** The rule that gave it its conversation. */
  thread_rule: string;
  /** The text of the email that the rule matched, such as a Message-ID. */
  evidence: string;
  /** The words of an automatic answer that tell of its `auto_class` and `returns_on`; "" for none. */
  auto_evidence: string;
  /** The words of an answer that tell what it means (`intent`), as the rules read it; "" for none. */
  intent_evidence: string;
  /** True when its sender took no part in the conversation and proves no link to it, or when the From address fails DMARC: check the sender before you answer. */
  newcomer: boolean;
  /** What the mailbox's own provider says of the From address: `pass` when its domain is proven, `fail` when it fails DMARC; absent when it says neither. */
  dmarc?: "pass" | "fail";
  /** Whether a person has corrected what the rules decided. */
  corrected: boolean;
  /** What the rules had decided; absent for a message that was not corrected. */
  ruled?: Ruled;
};

/** An invalid field. */
export type FieldProblem = {
  /** The field's name; a dot goes one level down, as in `headers.Bcc`. */
  field: string;
  /** What is wrong with it. */
  message: string;
};

/** How long first answers took. */
export type FirstResponse = {
  /** How many conversations got their first answer. */
  answered: number;
  /** Half of them got it within this many seconds; 0 when there were none. */
  median_seconds: number;
  /** Nine of ten got it within this many seconds. */
  p90_seconds: number;
};

/** An email of a batch that follows an earlier one: a whole sequence is one request. */
export type FollowingEmail = {
  /** Further recipients that every recipient sees, up to 50. */
  cc?: readonly Recipient[] | undefined;
  /** Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together. */
  bcc?: readonly Recipient[] | undefined;
  /** The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's. */
  from_email?: string | undefined;
  /** The sender's name; the mailbox's display name when absent. */
  from_name?: string | undefined;
  /** Files to attach: up to 20, together at most 3 MB decoded. */
  attachments?: readonly NewAttachment[] | undefined;
  /** The email as HTML. HTML and text together have at most 1 MB; one of the two is required. */
  body_html?: string | undefined;
  /** The email as plain text; made from the HTML when absent. */
  body_text?: string | undefined;
  /** Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and similar ones. */
  headers?: Record<string, string> | undefined;
  /** The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent. */
  ip_id?: string | undefined;
  /** When it is to leave, up to a year ahead; now when absent. */
  scheduled_at?: string | Date | undefined;
  /** When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change. */
  send_at?: LocalTime | undefined;
  /** The hours of the week to which sending is limited; any time when absent. */
  window?: SendingWindow | undefined;
  /** If it has not left by then it fails as too late and is never sent; no limit when absent. */
  send_before?: string | Date | undefined;
  /** True to have it wait until a person approves it (`POST /v1/send/{id}/approve`): it costs nothing until then, and never leaves without it. A key with the scope `draft` can only hold. */
  hold?: boolean | undefined;
  /** Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held. */
  hold_until?: string | Date | undefined;
  /** True for a draft that a person is still writing: held, possibly without recipient, subject and body, in no list but that of `waiting_for=draft`. Approving it sends it, cancelling it deletes it; a year after its last change it is cancelled. What a key with the scope `draft` writes waits for approval instead. */
  draft?: boolean | undefined;
  /** What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent. */
  draft_state?: string | undefined;
  /** How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing. */
  undo_for?: string | undefined;
  /** Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail. */
  metadata?: Record<string, string> | undefined;
  /** Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail. */
  tags?: readonly string[] | undefined;
  /** Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient. */
  unsubscribe?: boolean | undefined;
  /** The subject; when absent, the original's with `Re:` or `Fwd:` in front. */
  subject?: string | undefined;
  /** The recipient; the followed email's when absent. */
  to?: Recipient | undefined;
  /** Whether the other To and Cc addresses of the answered message, except the mailbox, get a copy; false when absent. */
  reply_all?: boolean | undefined;
  /** Which events in its conversation cancel it before it leaves: a person's `reply`, a `bounce`, an `auto_reply`, its recipient's automatic answer that says that they have `left`, or its recipient's answer that asks to be written to no more (`asked`: the `intent` is `unsubscribe`). The mailbox is checked immediately before it leaves. Needs inbox sync. */
  cancel_on?: readonly ("reply" | "bounce" | "auto_reply" | "left" | "asked")[] | undefined;
  /** What happens when the mailbox cannot be checked for answers: the email waits until send_before (`wait`, the default) or leaves (`send`). When nobody has said within 72 hours whether an unclear answer is one, it leaves with `send`, and is cancelled otherwise. */
  cancel_on_unknown?: "send" | "wait" | undefined;
  /** Whether the conversation so far is quoted below. Absent: what the recipient wrote or was sent, and what the answered message answers; for an unverified sender's message only that message. True, or with `to`: everybody's mail. */
  quote_history?: boolean | undefined;
  /** The IANA time zone of the dates in the quote; UTC when absent. */
  quote_timezone?: string | undefined;
  /** What it does when the recipient's latest automatic answer says `away`: it waits until the first working day after `returns_on`, or `else` after the note where no day is known; `ignore` when absent. The mailbox is checked immediately before it leaves. Needs inbox sync. */
  on_away?: WaitForReturn | "ignore" | undefined;
  /** How long after its original was sent it leaves: an ISO 8601 duration such as `P3D` or `PT4H`, instead of scheduled_at. */
  scheduled_after?: string | undefined;
  /** The index of the earlier email of the batch to which this is a follow-up: it leaves after that email, and is cancelled with it. */
  follows: number;
  /** The mailbox of the email that it follows, which is also the default; no other is allowed. */
  mailbox_id?: string | undefined;
};

/** A follow-up to a send; one of body_html and body_text is required. */
export type FollowUp = {
  /** Further recipients that every recipient sees, up to 50. */
  cc?: readonly Recipient[] | undefined;
  /** Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together. */
  bcc?: readonly Recipient[] | undefined;
  /** The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's. */
  from_email?: string | undefined;
  /** The sender's name; the mailbox's display name when absent. */
  from_name?: string | undefined;
  /** Files to attach: up to 20, together at most 3 MB decoded. */
  attachments?: readonly NewAttachment[] | undefined;
  /** The email as HTML. HTML and text together have at most 1 MB; one of the two is required. */
  body_html?: string | undefined;
  /** The email as plain text; made from the HTML when absent. */
  body_text?: string | undefined;
  /** Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and similar ones. */
  headers?: Record<string, string> | undefined;
  /** The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent. */
  ip_id?: string | undefined;
  /** When it is to leave, up to a year ahead; now when absent. */
  scheduled_at?: string | Date | undefined;
  /** When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change. */
  send_at?: LocalTime | undefined;
  /** The hours of the week to which sending is limited; any time when absent. */
  window?: SendingWindow | undefined;
  /** If it has not left by then it fails as too late and is never sent; no limit when absent. */
  send_before?: string | Date | undefined;
  /** True to have it wait until a person approves it (`POST /v1/send/{id}/approve`): it costs nothing until then, and never leaves without it. A key with the scope `draft` can only hold. */
  hold?: boolean | undefined;
  /** Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held. */
  hold_until?: string | Date | undefined;
  /** True for a draft that a person is still writing: held, possibly without recipient, subject and body, in no list but that of `waiting_for=draft`. Approving it sends it, cancelling it deletes it; a year after its last change it is cancelled. What a key with the scope `draft` writes waits for approval instead. */
  draft?: boolean | undefined;
  /** What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent. */
  draft_state?: string | undefined;
  /** How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing. */
  undo_for?: string | undefined;
  /** Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail. */
  metadata?: Record<string, string> | undefined;
  /** Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail. */
  tags?: readonly string[] | undefined;
  /** Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient. */
  unsubscribe?: boolean | undefined;
  /** The subject; when absent, the original's with `Re:` or `Fwd:` in front. */
  subject?: string | undefined;
  /** The recipient; when absent, the correspondent who is answered. */
  to?: Recipient | undefined;
  /** Whether the other To and Cc addresses of the answered message, except the mailbox, get a copy; false when absent. */
  reply_all?: boolean | undefined;
  /** Which events in its conversation cancel it before it leaves: a person's `reply`, a `bounce`, an `auto_reply`, its recipient's automatic answer that says that they have `left`, or its recipient's answer that asks to be written to no more (`asked`: the `intent` is `unsubscribe`). The mailbox is checked immediately before it leaves. Needs inbox sync. */
  cancel_on?: readonly ("reply" | "bounce" | "auto_reply" | "left" | "asked")[] | undefined;
  /** What happens when the mailbox cannot be checked for answers: the email waits until send_before (`wait`, the default) or leaves (`send`). When nobody has said within 72 hours whether an unclear answer is one, it leaves with `send`, and is cancelled otherwise. */
  cancel_on_unknown?: "send" | "wait" | undefined;
  /** Whether the conversation so far is quoted below. Absent: what the recipient wrote or was sent, and what the answered message answers; for an unverified sender's message only that message. True, or with `to`: everybody's mail. */
  quote_history?: boolean | undefined;
  /** The IANA time zone of the dates in the quote; UTC when absent. */
  quote_timezone?: string | undefined;
  /** The id of the conversation's last message, received or sent, that its writer has seen. When newer mail or somebody else's answer is there, also one that waits, it is 409 `conversation_changed` with that one's id as `details`: so two people never answer twice. */
  if_last_message_id?: string | undefined;
  /** What it does when the recipient's latest automatic answer says `away`: it waits until the first working day after `returns_on`, or `else` after the note where no day is known; `ignore` when absent. The mailbox is checked immediately before it leaves. Needs inbox sync. */
  on_away?: WaitForReturn | "ignore" | undefined;
  /** How long after its original was sent it leaves: an ISO 8601 duration such as `P3D` or `PT4H`, instead of scheduled_at. */
  scheduled_after?: string | undefined;
};

/** The recipients of a forwarded message or conversation, and a note above it. */
export type Forward = {
  /** Further recipients that every recipient sees, up to 50. */
  cc?: readonly Recipient[] | undefined;
  /** Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together. */
  bcc?: readonly Recipient[] | undefined;
  /** The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's. */
  from_email?: string | undefined;
  /** The sender's name; the mailbox's display name when absent. */
  from_name?: string | undefined;
  /** Files to attach: up to 20, together at most 3 MB decoded. */
  attachments?: readonly NewAttachment[] | undefined;
  /** A note above the forwarded messages, as HTML; optional. */
  body_html?: string | undefined;
  /** A note above the forwarded messages, as text; optional. */
  body_text?: string | undefined;
  /** Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and similar ones. */
  headers?: Record<string, string> | undefined;
  /** The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent. */
  ip_id?: string | undefined;
  /** When it is to leave, up to a year ahead; now when absent. */
  scheduled_at?: string | Date | undefined;
  /** When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change. */
  send_at?: LocalTime | undefined;
  /** The hours of the week to which sending is limited; any time when absent. */
  window?: SendingWindow | undefined;
  /** If it has not left by then it fails as too late and is never sent; no limit when absent. */
  send_before?: string | Date | undefined;
  /** True to have it wait until a person approves it (`POST /v1/send/{id}/approve`): it costs nothing until then, and never leaves without it. A key with the scope `draft` can only hold. */
  hold?: boolean | undefined;
  /** Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held. */
  hold_until?: string | Date | undefined;
  /** True for a draft that a person is still writing: held, possibly without recipient, subject and body, in no list but that of `waiting_for=draft`. Approving it sends it, cancelling it deletes it; a year after its last change it is cancelled. What a key with the scope `draft` writes waits for approval instead. */
  draft?: boolean | undefined;
  /** What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent. */
  draft_state?: string | undefined;
  /** How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing. */
  undo_for?: string | undefined;
  /** Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail. */
  metadata?: Record<string, string> | undefined;
  /** Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail. */
  tags?: readonly string[] | undefined;
  /** Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient. */
  unsubscribe?: boolean | undefined;
  /** The subject; when absent, the original's with `Re:` or `Fwd:` in front. */
  subject?: string | undefined;
  /** The recipient, with or without a name; "" for nobody yet, of a draft. */
  to: string | Address;
  /** Whether to include the attachments of the forwarded messages, within an email's limits; they are fetched from the mailbox's server. When absent they are only listed. */
  include_attachments?: boolean | undefined;
};

/** The draft of which a batch is made. */
export type FromDraft = {
  /** The draft's id. */
  id: string;
  /** Its revision that was seen; with another one 409 `conflict`, and nothing is sent. */
  revision: number;
  /** True while further batches of the same draft follow: it stays until the last one. Absent: it is deleted. */
  more?: true | undefined;
};

/** Two durations, between which a gap is drawn for each email. */
export type GapRange = {
  /** The shortest gap, such as `PT60S`. */
  from: string;
  /** The longest gap, such as `PT3M`. */
  to: string;
};

/** How many events of a type there were. */
export type Happened = {
  /** The type of the events. */
  type: EventType;
  /** How many there were. */
  count: number;
};

/** The emails of one hour; an hour without any is left out. */
export type HourCount = {
  /** The hour's beginning, UTC. */
  hour: string;
  /** How many emails. */
  count: number;
};

/** `unsubscribe`: its sender wants no more email. `not_interested`, `not_now`, `interested`: of what you offer. `wrong_person`: somebody else decides. `question`: it only asks. `unknown`: no words prove any of these. */
export type Intent = "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";

/** The member with the link. */
export type InvitedMember = {
  /** The member's id, which the audit log names. */
  id: string;
  /** The name by which others know the member; notes are signed with it. */
  name: string;
  /** What the member signs in with, or the address of the Google or Microsoft account that signs in; "" until the invitation is accepted. */
  email: string;
  /** `admin`: everything, in every mailbox; `member`: read and send in his mailboxes; `viewer`: read in them. A member and a viewer see nothing of the account besides. */
  role: MemberRole;
  /** The mailboxes that the member sees; empty for an admin, who sees all. */
  mailbox_ids: string[];
  /** `invited`: the link waits; `active`: the member signs in; `expired`: nobody used the link in time, and 30 days later the entry goes. */
  status: "invited" | "active" | "expired";
  /** When the invitation ends; absent once it is accepted. */
  expires_at?: string;
  /** When the member was invited, RFC 3339 in UTC. */
  created_at: string;
  /** When the member accepted; absent before. */
  joined_at?: string;
  /** The link. Whoever has it becomes the member, so give it only to the person. It is shown only here. */
  url: string;
};

/** Messages of a folder that are deliberately not stored, and why. */
export type KeptOut = {
  /** `before_sync_from`: it was received before `inbox_sync_from`. `draft`. `own_send`: the copy of an email that this service sent. `copy`: another copy of a stored message. `not_an_answer`: neither an answer to nor a report on an own send, in a folder of which only those are kept. */
  reason: "before_sync_from" | "draft" | "own_send" | "copy" | "not_an_answer";
  /** How many messages. */
  count: number;
};

/** The servers of a provider that takes passwords. */
export type KnownServers = {
  /** Whose servers they are, for a list to choose from. */
  name: string;
  /** What the owner has to do first; "" for nothing. */
  hint: string;
  /** The server that takes mail from the owner. */
  smtp: ProviderServer;
  /** The server from which the owner reads mail. */
  imap: ProviderServer;
};

/** What has one label. */
export type LabelCounts = {
  /** The label. */
  label: string;
  /** How many of them are `open`. */
  open: number;
  /** How many are `waiting`. */
  waiting: number;
  /** In how many of both a person waits for an answer. */
  needs_reply: number;
};

/** Of one label. */
export type LabelResponse = {
  /** The label. */
  label: string;
  /** How many conversations got their first answer. */
  answered: number;
  /** Half of them got it within this many seconds; 0 when there were none. */
  median_seconds: number;
  /** Nine of ten got it within this many seconds. */
  p90_seconds: number;
};

/** A local time in a time zone. */
export type LocalTime = {
  /** Date and time, such as `2026-12-01T09:00`. A time that occurs twice means the first one; a skipped time is moved by the length of the gap. */
  local: string;
  /** The IANA time zone of the place, such as `Europe/Berlin`. */
  timezone: string;
};

/** A new API key for the account. */
export type Login = {
  /** The account. */
  user: User;
  /** The API key, `sk_live_` and 64 hexadecimal digits. It is shown only once: keep it. */
  token: string;
};

/** Who logs in. */
export type LoginRequest = {
  /** The account's email address. */
  email: string;
  /** The account's password, up to 1,024 bytes. */
  password: string;
};

/** A new webhook, with its secret. */
export type MadeWebhook = {
  /** The webhook's id. */
  id: string;
  /** Where events are posted: https, port 443, a public address. */
  url: string;
  /** The types of events that are posted; empty for all. */
  types: EventType[];
  /** A note of yours, up to 200 characters. */
  description: string;
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant: string;
  /** `disabled`: it failed for three days, answered 410, or you switched it off. */
  status: "active" | "disabled";
  /** When the URL first answered a test with 2xx; absent before, while events wait. */
  verified_at?: string;
  /** Since when every post or test has failed; absent while the last one worked. */
  failing_since?: string;
  /** The answer to the last failed post or test, or why there was none; "" while it works. */
  last_error: string;
  /** When it was created, RFC 3339 in UTC. */
  created_at: string;
  /** When it was last changed, RFC 3339 in UTC. */
  updated_at: string;
  /** The signing secret, `whsec_` and base64; it is shown only once. */
  secret: string;
};

/** A connected mailbox; its passwords and tokens are never shown. */
export type Mailbox = {
  /** The mailbox's id. */
  id: string;
  /** `smtp` with passwords, `google` or `outlook` with OAuth, `sandbox` in a test world. */
  type: "smtp" | "google" | "outlook" | "sandbox";
  /** The mailbox's address, used as sender. */
  email: string;
  /** The display name in From; empty when absent. */
  display_name: string;
  /** Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox. */
  aliases: string[];
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant: string;
  /** The `transport` that was requested for a Google or Outlook mailbox; "" for others. */
  transport: "" | "auto" | "imap_smtp" | "graph" | "gmail_api";
  /** The transport that a Google or Outlook mailbox uses, as found when it was connected or later; "" for others. */
  transport_used: "" | "imap_smtp" | "graph" | "gmail_api";
  /** What its grant covers over the Gmail API or Microsoft Graph: `full`, `read_send` (reading and sending, without drafts) or `send` (no inbox); "" by SMTP and IMAP. */
  access: "" | "full" | "read_send" | "send";
  /** The shared mailbox that the member who signed in uses; "" for the member's own. */
  mailbox_user: string;
  /** Your own OAuth client that the owner consented to; "" for this service's, and for mailboxes with passwords. */
  oauth_client_id: string;
  /** `active`: it works. `error`: its server cannot be reached or gives invalid answers; it is retried automatically. `disconnected`: it refuses the credentials or was deleted; connect it again. */
  status: "active" | "error" | "disconnected";
  /** When the current `status` began. */
  status_since: string;
  /** Why the last SMTP login failed, with the code of the server's reply; "" after a success. */
  smtp_last_error: string;
  /** How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait. */
  max_daily_sends: number;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Absent for none. */
  min_gap?: string | GapRange;
  /** How many emails may leave in any 60 minutes. Absent without such a limit. */
  max_hourly_sends?: number;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. Absent for none. */
  ramp?: RampSince;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Absent for any time. */
  workday?: SendingWindow;
  /** The SMTP server; "" for Google and Outlook. */
  smtp_host: string;
  /** The SMTP server's port; absent without an `smtp_host`. */
  smtp_port?: number;
  /** The login name at the SMTP server; "" without an `smtp_host`. */
  smtp_username: string;
  /** The IMAP server; "" when it only sends, and for Google and Outlook. */
  imap_host: string;
  /** The IMAP server's port; absent without an `imap_host`. */
  imap_port?: number;
  /** The login name at the IMAP server; "" without an `imap_host`. */
  imap_username: string;
  /** Whether its inbox is read. */
  inbox_sync_enabled: boolean;
  /** Mail received before this time is not read; absent when the inbox is not read. */
  inbox_sync_from?: string;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval: string;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders: "all" | string[];
  /** Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks. */
  sync_changes: boolean;
  /** When its inbox was last read to the end; absent before the first time. */
  inbox_last_sync_at?: string;
  /** Why its inbox could not be read at the last attempt, or which messages its server lists but does not return, or which folders are not read; "" for none of these. */
  inbox_last_error: string;
  /** Why copies of sent mail cannot be filed in its Sent folder: there is none, or it is over its quota, with the server's reply; "" when they can. */
  sent_copies_last_error: string;
  /** The last check of its domain's DNS records, repeated daily after the first one; absent before the first. */
  dns?: MailboxDns;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
  /** When the record last changed. */
  updated_at: string;
};

/** What a mailbox may send, has sent and has waiting, with a forecast. */
export type MailboxCapacity = {
  /** The mailbox. */
  mailbox_id: string;
  /** Its daily limit: how many emails may leave in any 24 hours. */
  max_daily_sends: number;
  /** How many of these its ramp allows at the moment; `max_daily_sends` without a ramp. */
  max_daily_now: number;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Absent for none. */
  min_gap?: string | GapRange;
  /** How many emails may leave in any 60 minutes. Absent without such a limit. */
  max_hourly_sends?: number;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. Absent for none. */
  ramp?: RampSince;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Absent for any time. */
  workday?: SendingWindow;
  /** Its provider's rate limit: how many emails may leave in any minute; absent without one. */
  max_per_minute?: number;
  /** How many emails left in the last 24 hours, as the daily limit counts them. */
  sent_in_day: number;
  /** How many emails left in the last 60 minutes. */
  sent_in_hour: number;
  /** The emails that left in the last 24 hours, by hour, oldest first. */
  sent_by_hour: HourCount[];
  /** How many emails wait, scheduled ones too. */
  waiting: number;
  /** How many of them are expected to leave in the next 24 hours, by hour. */
  leaves_by_hour: HourCount[];
  /** When the last of them is expected to leave; absent when none waits, while the mailbox is disconnected, and when `is_partial`. */
  last_leaves_at?: string;
  /** True when more than 20,000 emails wait or left: the numbers stop there and there is no forecast. */
  is_partial: boolean;
  /** Why all of its emails wait, as in a send's `waiting_for`; "" when they do not. */
  paused_for: "" | "daily_limit" | "rate" | "reconnect" | "retry" | "mailbox" | "pace";
  /** When they are next tried; absent when they do not wait for a time. */
  paused_until?: string;
  /** The temporary refusals of its server in the last 24 hours, oldest first. */
  refused_by_hour: RefusedHour[];
};

/** What is in one mailbox. */
export type MailboxCounts = {
  /** The mailbox that is counted. */
  mailbox_id: string;
  /** How many of them are `open`. */
  open: number;
  /** How many are `waiting`. */
  waiting: number;
  /** In how many of both a person waits for an answer. */
  needs_reply: number;
};

/** The last check of a domain's DNS records. */
export type MailboxDns = {
  /** When they were last checked. */
  checked_at: string;
  /** The key for checking signatures. */
  dkim: "verified" | "missing" | "invalid" | "error" | "not_applicable";
  /** Which servers may send for the domain. */
  spf: "verified" | "missing" | "invalid" | "error" | "not_applicable";
  /** What receivers should do with mail that fails both. */
  dmarc: "verified" | "missing" | "invalid" | "error" | "not_applicable";
};

/** A mailbox works, or does not; its audit found missing mail; or copies can no longer, or again, be filed in its Sent folder. */
export type MailboxEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "mailbox.connected" | "mailbox.error" | "mailbox.disconnected" | "mailbox.recovered" | "mailbox.audited" | "mailbox.sent_copies";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: MailboxEventData;
};

/** The mailbox. */
export type MailboxEventData = {
  /** The mailbox's id. */
  id: string;
  /** The mailbox's address, used as sender. */
  email?: string;
  /** `smtp` with passwords, `google` or `outlook` with OAuth, `sandbox` in a test world. */
  type?: "smtp" | "google" | "outlook" | "sandbox";
  /** `active`: it works. `error`: its server cannot be reached or gives invalid answers; it is retried automatically. `disconnected`: it refuses the credentials or was deleted; connect it again. */
  status?: "active" | "error" | "disconnected";
  /** When the current `status` began. */
  status_since?: string;
  /** Why the last SMTP login failed, with the code of the server's reply; "" after a success. */
  smtp_last_error?: string;
  /** Why its inbox could not be read at the last attempt, or which messages its server lists but does not return, or which folders are not read; "" for none of these. */
  inbox_last_error?: string;
  /** Why copies of sent mail cannot be filed in its Sent folder: there is none, or it is over its quota, with the server's reply; "" when they can. */
  sent_copies_last_error?: string;
};

/** Of one mailbox. */
export type MailboxResponse = {
  /** The mailbox that answered. */
  mailbox_id: string;
  /** How many conversations got their first answer. */
  answered: number;
  /** Half of them got it within this many seconds; 0 when there were none. */
  median_seconds: number;
  /** Nine of ten got it within this many seconds. */
  p90_seconds: number;
};

/** The mailbox works. */
export type MailboxTest = {
  /** `ok`; a mailbox that does not work answers 502. */
  status: string;
};

/** Changes of several messages, each made or refused separately. */
export type ManyMessageChanges = {
  /** The changes, 1 to 100, each of another message. */
  changes: readonly ChangeOfMessage[];
};

/** The result for each message. */
export type ManyMessageChangesAnswer = {
  /** One result for each change, in the order of the request. */
  results: ChangeResult[];
};

/** Somebody who uses the account's console with a sign-in of their own. */
export type Member = {
  /** The member's id, which the audit log names. */
  id: string;
  /** The name by which others know the member; notes are signed with it. */
  name: string;
  /** What the member signs in with, or the address of the Google or Microsoft account that signs in; "" until the invitation is accepted. */
  email: string;
  /** `admin`: everything, in every mailbox; `member`: read and send in his mailboxes; `viewer`: read in them. A member and a viewer see nothing of the account besides. */
  role: MemberRole;
  /** The mailboxes that the member sees; empty for an admin, who sees all. */
  mailbox_ids: string[];
  /** `invited`: the link waits; `active`: the member signs in; `expired`: nobody used the link in time, and 30 days later the entry goes. */
  status: "invited" | "active" | "expired";
  /** When the invitation ends; absent once it is accepted. */
  expires_at?: string;
  /** When the member was invited, RFC 3339 in UTC. */
  created_at: string;
  /** When the member accepted; absent before. */
  joined_at?: string;
};

/** What to change; absent fields stay as they are. */
export type MemberChanges = {
  /** `admin`: everything, in every mailbox; `member`: read and send in his mailboxes; `viewer`: read in them. A member and a viewer see nothing of the account besides. It stays as it is when absent. */
  role?: MemberRole | undefined;
  /** The mailboxes that the member sees, up to 100. Required of a member and a viewer, and absent for an admin, who sees all. They stay as they are when absent. */
  mailbox_ids?: readonly string[] | undefined;
};

/** What a member may do. */
export type MemberRole = "admin" | "member" | "viewer";

/** A conversation to merge into this one. */
export type MergeThread = {
  /** Its id; it leads to this conversation from then on. */
  thread_id: string;
};

/** A received email. */
export type Message = {
  /** The message's id. */
  id: string;
  /** The mailbox that received it. */
  mailbox_id: string;
  /** The conversation it belongs to. */
  thread_id: string;
  /** Its kind of mail. */
  kind: MessageKind;
  /** The send that it answers or reports on; "" when there is none. */
  email_job_id: string;
  /** The tags of the send that it answers or reports on; empty for none. */
  tags: string[];
  /** What an automatic answer tells: its sender is `away` or has `left`, the email was `received`, or `other`; "" for all other kinds. */
  auto_class: "" | "away" | "left" | "received" | "other";
  /** The day on which an absent sender says to be back, `YYYY-MM-DD`; "" when the note does not say so for certain. Of "until Friday" it is that Friday, of "including Friday" and of a span of days the day after. */
  returns_on: string;
  /** The address that the note of a person who left names instead of its own; "" for none or several. */
  successor: string;
  /** What an answer of a person means, read from what the person wrote, without quotes, signature and forwarded text; "" for all other kinds, and for mail stored by older versions. */
  intent: "" | "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";
  /** Who said what it means: `rule`, `api` (a program with a key) or `person`; "" without an `intent`. */
  intent_by: "" | "rule" | "api" | "person";
  /** The Message-ID header. */
  message_id: string;
  /** The Message-ID that it answers; "" when it names none. */
  in_reply_to: string;
  /** The Message-IDs of the conversation before it, oldest first. */
  references: string[];
  /** Who it is from. */
  from: Address;
  /** Its recipients in `To`. */
  to: Address[];
  /** Its recipients in `Cc`. */
  cc: Address[];
  /** Where the sender wants answers; "" when that is the From address. */
  reply_to: string;
  /** The subject. */
  subject: string;
  /** The first 200 characters of its new text, on one line. */
  snippet: string;
  /** The whole email as plain text. Absent in lists, unless `include_bodies=true`. */
  body_text?: string;
  /** The whole email as HTML, as it was received: sanitise it before you show it. Absent in lists, unless `include_bodies=true`. */
  body_html?: string;
  /** The new content as text, without the quoted history. */
  reply_text: string;
  /** The new content as HTML, without the quoted history: sanitise it before you show it. Absent in lists, unless `include_bodies=true`. */
  reply_html?: string;
  /** True when a body is incomplete: over 1 MB, shortened to fit a page, or shorter than its server reported. */
  body_truncated: boolean;
  /** Its attachments; their bytes are fetched one by one. */
  attachments: Attachment[];
  /** The size of the whole email in octets, as its server reported it; absent when unknown, and for mail stored by older versions. */
  size?: number;
  /** Whether it was read; at the provider, too, where its mailbox has `sync_changes`, else only here. */
  is_read: boolean;
  /** Whether it is flagged; likewise. */
  is_flagged: boolean;
  /** Whether its server has what was last changed here: `pending` until it is tried, `done`, or `failed`, with the reason in `server_reason`; "" when nothing was changed for the server. */
  server_state: "" | "pending" | "done" | "failed";
  /** Why its server does not have the last change; "" unless `server_state` is `failed`. */
  server_reason: string;
  /** What its server was asked for and does not have: a PATCH with it tries again. Absent unless `server_state` is `failed`. */
  server_wish?: ServerWish;
  /** False once an audit found that its server no longer has it; the stored copy stays. */
  on_server: boolean;
  /** The folder of its mailbox in which it is, by the server's name; updated when the message is moved. "" when it is not known. */
  folder: string;
  /** For a delivery report: the recipients whose copies bounced. Absent in lists, and for all other mail. */
  bounces?: BouncedRecipient[];
  /** Who corrected its kind, its send or its conversation last: the member, the owner, or the key by its name, else by its id; "" for nobody. */
  corrected_by: string;
  /** Why it has its kind and its conversation. */
  explanation: Explanation;
  /** When the mailbox's server received it; not the Date header, which the sender writes. */
  received_at: string;
  /** When this service stored it, RFC 3339 in UTC. */
  created_at: string;
};

/** The changes of a message, at least one; absent fields stay as they are. */
export type MessageChanges = {
  /** True marks it read, false unread. */
  is_read?: boolean | undefined;
  /** True flags it, false takes the flag away. */
  is_flagged?: boolean | undefined;
  /** Where to move it at its provider: `archive`, `inbox`, `trash`, `spam`, or one of its mailbox's `folders`. Needs `sync_changes` of its mailbox. */
  folder?: string | undefined;
  /** Its kind, in place of the rules' decision. */
  kind?: MessageKind | undefined;
  /** The send of its mailbox that it answers or reports on; "" for none. */
  email_job_id?: string | "" | undefined;
  /** What it tells, when its kind is `auto_reply`. */
  auto_class?: AutoClass | undefined;
  /** The day of its sender's return, when it is `away`; "" for none. */
  returns_on?: string | undefined;
  /** What it means, when its kind is `reply`: as your own model or a person judges. It stays when the mail is read again. */
  intent?: Intent | undefined;
};

/** A message was received, corrected, or has disappeared from its server; the stored copy stays. */
export type MessageEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "message.received" | "message.corrected" | "message.changed" | "message.removed";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: MessageEventData;
};

/** The message, with the metadata and tags of the send that it answers or reports on; fields without a value are absent. */
export type MessageEventData = {
  /** The message's id. */
  id: string;
  /** The mailbox that received it. */
  mailbox_id?: string;
  /** The conversation it belongs to. */
  thread_id?: string;
  /** The send that it answers or reports on; "" when there is none. */
  email_job_id?: string;
  /** Its kind of mail. */
  kind?: MessageKind;
  /** What an automatic answer tells: its sender is `away` or has `left`, the email was `received`, or `other`; "" for all other kinds. */
  auto_class?: "" | "away" | "left" | "received" | "other";
  /** The day on which an absent sender says to be back, `YYYY-MM-DD`; "" when the note does not say so for certain. Of "until Friday" it is that Friday, of "including Friday" and of a span of days the day after. */
  returns_on?: string;
  /** The address that the note of a person who left names instead of its own; "" for none or several. */
  successor?: string;
  /** Who corrected its kind, its send or its conversation last: the member, the owner, or the key by its name, else by its id; "" for nobody. */
  corrected_by?: string;
  /** What an answer of a person means, read from what the person wrote, without quotes, signature and forwarded text; "" for all other kinds, and for mail stored by older versions. */
  intent?: "" | "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";
  /** Who said what it means: `rule`, `api` (a program with a key) or `person`; "" without an `intent`. */
  intent_by?: "" | "rule" | "api" | "person";
  /** The Message-ID header. */
  message_id?: string;
  /** Who it is from. */
  from?: Address;
  /** The subject. */
  subject?: string;
  /** The first 200 characters of its new text, on one line. */
  snippet?: string;
  /** The new text in it, without quotes, up to 10 KB; the message has the rest. */
  reply_text?: string;
  /** The pairs that it was accepted with; empty for none. */
  metadata?: Record<string, string>;
  /** The tags of the send that it answers or reports on; empty for none. */
  tags?: string[];
  /** When the mailbox's server received it; not the Date header, which the sender writes. */
  received_at?: string;
  /** What it meant before the correction, "" for nothing; absent when that stayed. */
  intent_before?: "" | "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";
  /** The names of the fields that changed. */
  changed?: ("is_read" | "is_flagged" | "folder" | "server_state")[];
  /** Who changed them: a request, or the mailbox's server. */
  by?: "api" | "server";
  /** Whether it was read; at the provider, too, where its mailbox has `sync_changes`, else only here. */
  is_read?: boolean;
  /** Whether it is flagged; likewise. */
  is_flagged?: boolean;
  /** The folder of its mailbox in which it is, by the server's name; updated when the message is moved. "" when it is not known. */
  folder?: string;
  /** Whether its server has what was last changed here: `pending` until it is tried, `done`, or `failed`, with the reason in `server_reason`; "" when nothing was changed for the server. */
  server_state?: "" | "pending" | "done" | "failed";
  /** Why its server does not have the last change; "" unless `server_state` is `failed`. */
  server_reason?: string;
};

/** `reply`: a person answers. `auto_reply`: a machine answers, as when away. `bounce`: a report about a delivery. `bulk`: a newsletter or list. `inbound`: any other mail. */
export type MessageKind = "reply" | "inbound" | "bulk" | "bounce" | "auto_reply";

/** A page of messages. */
export type MessageList = {
  /** The messages, newest first. */
  messages: Message[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
  /** The result of the pull for each mailbox; absent without `fresh=true`. */
  sync?: SyncReport[];
};

/** A page of the account's metrics, and their totals. */
export type MetricsList = {
  /** What happened by period, newest first. */
  metrics: MetricsRow[];
  /** The sums of the whole span, whatever page and `by` are requested. */
  totals: MetricsTotals;
  /** When the first period begins. */
  from: string;
  /** When the last period ends. */
  to: string;
  /** How long a period is. */
  interval: "hour" | "day";
  /** Whether everything that happened is counted; false when there was too much for one answer, and in maintenance: ask again. */
  caught_up: boolean;
  /** How many rows a page has, 1 to 200; 200 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** What happened in a period. A period in which nothing happened has no row. */
export type MetricsRow = {
  /** The row's id. */
  id: string;
  /** When its period begins, RFC 3339 in UTC. */
  at: string;
  /** What the row is about: a mailbox's id, a domain, a tag, or a kind: `first`, `reply` or `forward` of an email, the `kind` of a received message; "" for the whole period. */
  key: string;
  /** Emails that were accepted and paid for. */
  accepted: number;
  /** Emails that a mail server accepted. */
  sent: number;
  /** Emails that failed; one with an unknown outcome that turns out to have left counts as sent, too. */
  failed: number;
  /** Emails that were cancelled before they left. */
  cancelled: number;
  /** Emails that a person answered for the first time. */
  replied: number;
  /** Automatic answers to emails, such as absence notes. */
  auto_replied: number;
  /** Recipients whose copies bounced for good, such as unknown addresses. */
  bounced_hard: number;
  /** Recipients whose copies bounced for a reason that may pass, such as a full mailbox. */
  bounced_soft: number;
  /** Emails that a recipient marked as spam. */
  complained: number;
  /** Recipients that unsubscribed by an email's link. */
  unsubscribed: number;
  /** Messages that arrived, of every kind, by the time at which they arrived at their server. */
  received: number;
  /** Answers of people whose `intent` is known, by rule or as you say; a correction counts again, in the period of the answer. */
  intent_known: number;
  /** Answers of people whose `intent` is `unknown`. */
  intent_unknown: number;
  /** Answers of people whose `intent` is `interested`. */
  interested: number;
  /** Of the answers with a known intent, the share that is `interested`, 0 to 1; absent when none is known: see `intent_unknown` beside it. */
  positive_rate?: number;
  /** Emails that did not leave because somebody had answered (`cancel_reason` `replied`), without the follow-ups that ended with them. */
  prevented_answered: number;
  /** Emails that did not leave because an earlier one had bounced. */
  prevented_bounced: number;
  /** Emails that did not leave because an automatic answer came: their recipient is away or has left. */
  prevented_away: number;
  /** Emails that did not leave because their recipient was suppressed meanwhile (`cancel_reason` `suppressed`): unsubscribed, complained or bounced. */
  prevented_suppressed: number;
  /** Emails that did not leave because an answer of their recipient asked to stop (`cancel_reason` `asked`, by `cancel_on` or `suppress_asked`). */
  prevented_asked: number;
  /** Emails that left later, because their recipient was away when it was their time (`on_away`), counted when they left. */
  prevented_moved: number;
  /** Emails that `max_contacts` refused because their recipient had been contacted recently, counted at each refusal; no event tells them. */
  prevented_contacted: number;
  /** Of the emails sent in this period, the share that a person has answered since, 0 to 1; absent when none was sent. */
  reply_rate?: number;
  /** Half of the emails sent left within this many seconds after they were accepted or, if scheduled, due; exact to 5 %, absent when none was sent. */
  time_to_send_p50?: number;
  /** The seconds within which 95 of 100 emails left. */
  time_to_send_p95?: number;
  /** Half of the sent emails whose forecast (`eta`) was read left at most this many seconds before or after the first forecast; exact to 5 %, absent when there was none. Moving an email discards its forecast. */
  eta_error_p50?: number;
  /** The seconds by which the forecast was wrong at most for 95 of 100 emails. */
  eta_error_p95?: number;
};

/** What happened in the whole span, of the whole account or tenant. */
export type MetricsTotals = {
  /** Emails that were accepted and paid for. */
  accepted: number;
  /** Emails that a mail server accepted. */
  sent: number;
  /** Emails that failed; one with an unknown outcome that turns out to have left counts as sent, too. */
  failed: number;
  /** Emails that were cancelled before they left. */
  cancelled: number;
  /** Emails that a person answered for the first time. */
  replied: number;
  /** Automatic answers to emails, such as absence notes. */
  auto_replied: number;
  /** Recipients whose copies bounced for good, such as unknown addresses. */
  bounced_hard: number;
  /** Recipients whose copies bounced for a reason that may pass, such as a full mailbox. */
  bounced_soft: number;
  /** Emails that a recipient marked as spam. */
  complained: number;
  /** Recipients that unsubscribed by an email's link. */
  unsubscribed: number;
  /** Messages that arrived, of every kind, by the time at which they arrived at their server. */
  received: number;
  /** Answers of people whose `intent` is known, by rule or as you say; a correction counts again, in the period of the answer. */
  intent_known: number;
  /** Answers of people whose `intent` is `unknown`. */
  intent_unknown: number;
  /** Answers of people whose `intent` is `interested`. */
  interested: number;
  /** Of the answers with a known intent, the share that is `interested`, 0 to 1; absent when none is known: see `intent_unknown` beside it. */
  positive_rate?: number;
  /** Emails that did not leave because somebody had answered (`cancel_reason` `replied`), without the follow-ups that ended with them. */
  prevented_answered: number;
  /** Emails that did not leave because an earlier one had bounced. */
  prevented_bounced: number;
  /** Emails that did not leave because an automatic answer came: their recipient is away or has left. */
  prevented_away: number;
  /** Emails that did not leave because their recipient was suppressed meanwhile (`cancel_reason` `suppressed`): unsubscribed, complained or bounced. */
  prevented_suppressed: number;
  /** Emails that did not leave because an answer of their recipient asked to stop (`cancel_reason` `asked`, by `cancel_on` or `suppress_asked`). */
  prevented_asked: number;
  /** Emails that left later, because their recipient was away when it was their time (`on_away`), counted when they left. */
  prevented_moved: number;
  /** Emails that `max_contacts` refused because their recipient had been contacted recently, counted at each refusal; no event tells them. */
  prevented_contacted: number;
  /** Of the emails sent in this period, the share that a person has answered since, 0 to 1; absent when none was sent. */
  reply_rate?: number;
  /** Half of the emails sent left within this many seconds after they were accepted or, if scheduled, due; exact to 5 %, absent when none was sent. */
  time_to_send_p50?: number;
  /** The seconds within which 95 of 100 emails left. */
  time_to_send_p95?: number;
  /** Half of the sent emails whose forecast (`eta`) was read left at most this many seconds before or after the first forecast; exact to 5 %, absent when there was none. Moving an email discards its forecast. */
  eta_error_p50?: number;
  /** The seconds by which the forecast was wrong at most for 95 of 100 emails. */
  eta_error_p95?: number;
};

/** How far, or to which time. */
export type MoveClock = {
  /** How far to move it, an ISO 8601 duration: `P3D`, `PT4H`; `PT0S` only does what is due now. */
  advance?: string | undefined;
  /** To which time to move it; one that has passed only does what is due now. */
  to?: string | Date | undefined;
};

/** What moving the clock has done. */
export type MovedClock = {
  /** Its time before. */
  from: string;
  /** The world's time. */
  now: string;
  /** Whether everything up to the time that was asked for is done; false when the call ended before, at `now`: repeat it with `to`. */
  settled: boolean;
  /** When something is due next, by the world's time; absent when nothing is planned. */
  next_at?: string;
  /** What happened, by type; the first 10,000 events are counted. */
  happened: Happened[];
  /** The cursor to pass as `after` to `GET /v1/events`, which then returns these events. */
  events_after: string;
};

/** A new key, with its secret. */
export type NewApiKey = {
  /** The key's id, by which it is revoked. */
  id: string;
  /** The name that you gave it; `login, 2026-11-21` for the key of a login on that day. */
  name: string;
  /** What the key may do. `send`: send and answer mail, and approve what is held; `read`: read mail and mark it read; `admin`: manage mailboxes and keys; `draft`: write mail that is held until a person approves it. */
  scopes: Scope[];
  /** The last four characters of the key, to tell keys apart. */
  last4: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
  /** When the key was last used, to the minute or so; absent before its first use. */
  last_used_at?: string;
  /** The tenant that it is bound to: it sees and uses this tenant's current mailboxes; "" for none. */
  tenant: string;
  /** The mailboxes that it is bound to; empty when it is not bound to mailboxes. */
  mailbox_ids: string[];
  /** When it expires; absent when it does not. */
  expires_at?: string;
  /** `live`, or `test` for the account's test world: sandbox mailboxes, and a clock that can be turned. */
  mode: "live" | "test";
  /** The URL of the OAuth client that somebody allowed to use it, at `/mcp` alone; its `name` is what the client calls itself. "" for all other keys. */
  client_id: string;
  /** The API key. It is shown only once: keep it. */
  token: string;
};

/** A file to send with an email. */
export type NewAttachment = {
  /** Its file name, up to 200 characters. */
  name: string;
  /** Its media type, such as `application/pdf`; `message/…` and `multipart/…` are not allowed. */
  type: string;
  /** Its content in base64, with padding and without line breaks. */
  content: string;
  /** The id by which the HTML shows the file (`cid:…`), different for each file. Without HTML the file is an ordinary attachment. */
  content_id?: string | undefined;
};

/** Whom the link is for, and where the browser goes in the end. */
export type NewConnectLink = {
  /** Where the browser goes in the end: one of the account's `connect_redirect_uris`. */
  redirect_uri: string;
  /** A value of yours, which is returned to `redirect_uri` unchanged; a random one when absent. */
  state?: string | undefined;
  /** The mailbox to connect again; its owner cannot connect another address then. The link has its tenant. */
  mailbox_id?: string | undefined;
  /** The address that the page suggests; with `mailbox_id` it must be the mailbox's. */
  email?: string | undefined;
  /** The customer of yours to whom it belongs, by a name of your choice of 1 to 64 characters. */
  tenant?: string | undefined;
  /** The kinds of mailboxes that it may connect; all when absent. */
  types?: readonly ("smtp" | "google" | "outlook")[] | undefined;
  /** The display name that the mailbox gets. */
  display_name?: string | undefined;
  /** Your own OAuth client (`/v1/oauth-clients`) that the owner consents to at its provider; with `mailbox_id` the mailbox's when absent, else this service's. */
  oauth_client_id?: string | undefined;
  /** Google and Outlook only: how the mailbox is reached. `imap_smtp`: by SMTP and IMAP. `graph` (Outlook): over Microsoft Graph; `gmail_api` (Google): over the Gmail API; both also work where SMTP and IMAP are switched off. `auto`, when absent: by SMTP and IMAP; over the other when the grant is only for that, or when it covers both and a server refuses the login. */
  transport?: "auto" | "imap_smtp" | "graph" | "gmail_api" | undefined;
  /** Google only, by the Gmail API: what the owner is asked for, and must allow: `full`, `read_send` or `send`, as in the consent URL. With `mailbox_id` the mailbox's when absent, else what the operator has set. */
  access?: "full" | "read_send" | "send" | undefined;
  /** How long it can be used, in seconds, 60 to 604,800 (7 days); 86,400 when absent. */
  expires_in?: number | undefined;
  /** The language of the page; the browser's when absent. */
  locale?: "en" | "de" | "fr" | "es" | "pt" | "nl" | "it" | "pl" | "ja" | undefined;
};

/** Whom to invite. */
export type NewMember = {
  /** The name by which others know the member, up to 64 characters; no two members have the same. */
  name: string;
  /** `admin`: everything, in every mailbox; `member`: read and send in his mailboxes; `viewer`: read in them. A member and a viewer see nothing of the account besides. */
  role: MemberRole;
  /** The mailboxes that the member sees, up to 100. Required of a member and a viewer, and absent for an admin, who sees all. */
  mailbox_ids?: readonly string[] | undefined;
};

/** A note to write. */
export type NewNote = {
  /** What it says, as plain text of up to 10 KB. */
  text: string;
  /** Your id of the person who writes it, up to 64 characters. */
  by?: string | undefined;
};

/** An application of your own at a provider. */
export type NewOAuthClient = {
  /** Where it is registered. */
  provider: "google" | "outlook";
  /** The client's id at the provider. */
  client_id: string;
  /** The client's secret. It is stored encrypted and never shown. */
  client_secret: string;
  /** A name of yours for it, up to 100 characters. */
  name: string;
  /** Only mailboxes of this customer of yours are connected with it; it cannot be changed. All mailboxes when absent. */
  tenant?: string | undefined;
  /** Google only: a Pub/Sub topic of the application's project, `projects/…/topics/…`, to which Gmail tells of new mail; its mailboxes are polled when absent. */
  pubsub_topic?: string | undefined;
  /** Outlook only: the Entra directory (tenant id or domain) of an application for one organisation; absent for one that takes accounts of any. */
  directory_id?: string | undefined;
};

/** What is to be rehearsed. */
export type NewRehearsal = {
  /** How far to play: an ISO 8601 duration of at most 21 days; two weeks when absent. */
  for?: string | undefined;
  /** Only these mailboxes, up to 50; all when absent. */
  mailbox_ids?: readonly string[] | undefined;
  /** The IANA zone in which days are counted; UTC when absent. */
  timezone?: string | undefined;
  /** What these recipients do, up to 1,000; each once. */
  answers?: readonly RehearsedAnswer[] | undefined;
  /** How often all others answer, drawn for each email that leaves; never when absent. */
  rates?: AnswerRates | undefined;
  /** How long after its email a drawn answer comes; four hours when absent. */
  after?: string | undefined;
  /** The same seed and the same emails draw the same answers. */
  seed?: string | undefined;
};

/** A sequence to make. */
export type NewSequence = {
  /** A name for people, up to 200 characters. */
  name?: string | undefined;
  /** The mailbox from which all steps are sent; or give `mailbox_ids` or `pool`. */
  mailbox_id?: string | undefined;
  /** 2 to 50 mailboxes, in place of `mailbox_id`: one is chosen for each person, as for an email, and sends all of that person's steps. */
  mailbox_ids?: readonly string[] | undefined;
  /** The name of a pool, in place of `mailbox_id`: one of its mailboxes is chosen for each person. */
  pool?: string | undefined;
  /** The first email and its follow-ups, 1 to 10; 500 KB together. */
  steps: readonly NewSequenceStep[];
  /** The hours of the week in which its steps may leave; any time when absent. */
  window?: SendingWindow | undefined;
  /** What cancels a person's further steps: an answer (`reply`), a `bounce`, an `auto_reply`, an automatic answer that says that they have `left`, or an answer that asks to be written to no more (`asked`). Needs inbox sync. */
  cancel_on?: readonly ("reply" | "bounce" | "auto_reply" | "left" | "asked")[] | undefined;
  /** What a further step does while the person is away; `ignore` when absent. Needs inbox sync. */
  on_away?: WaitForReturn | "ignore" | undefined;
};

/** People to add to a sequence. */
export type NewSequenceRecipients = {
  /** The people, 1 to 1,000, each with `to`, `variables`, `metadata` and `tags`. */
  recipients: readonly unknown[];
};

/** A step of a sequence: `{{name}}` is replaced by each person's value, `{{name|there}}` also where there is none. */
export type NewSequenceStep = {
  /** The subject, with placeholders; required of the first step. Of another one "" or absent: the conversation's with `Re:`. */
  subject?: string | undefined;
  /** The text as HTML, with placeholders, whose values are escaped. */
  body_html?: string | undefined;
  /** The text as plain text, with placeholders; made from the HTML when absent. */
  body_text?: string | undefined;
  /** How long after the step before it was sent it leaves, an ISO 8601 duration such as `P3D`; required, and not for the first step, which leaves at once. */
  scheduled_after?: string | undefined;
  /** Whether the steps before it are quoted below it; true when absent. */
  quote_history?: boolean | undefined;
};

/** Addresses and domains to suppress, 1 to 1,000 together. */
export type NewSuppressions = {
  /** The addresses; existing suppressions stay as they are. */
  emails?: readonly string[] | undefined;
  /** Domains such as `example.com`: nothing is sent to any address in them. */
  domains?: readonly string[] | undefined;
};

/** A URL to receive events. */
export type NewWebhook = {
  /** Where events are posted: https, port 443, a public address. */
  url: string;
  /** The types of events to post; all types when absent or empty. */
  types?: readonly EventType[] | undefined;
  /** A note of yours, up to 200 characters. */
  description?: string | undefined;
  /** Posts only events of the mailboxes that are this tenant's when they happen, and of its connect links; it cannot be changed. */
  tenant?: string | undefined;
};

/** Nothing. */
export type NoData = Record<string, never>;

/** What your team tells itself about a conversation. It is never mailed, quoted, forwarded or found by a search. */
export type Note = {
  /** The note's id. */
  id: string;
  /** The conversation that it was written to. */
  thread_id: string;
  /** What it says, as plain text. */
  text: string;
  /** Your id of the person who wrote it; "" where none was given. */
  by: string;
  /** When it was written, RFC 3339 in UTC. */
  created_at: string;
  /** When its text was last written. */
  updated_at: string;
};

/** The new text of a note. */
export type NoteChanges = {
  /** What it says from now on, up to 10 KB. */
  text: string;
  /** Your id of the person who wrote it; it stays as it is when absent. */
  by?: string | undefined;
};

/** A page of notes. */
export type NoteList = {
  /** The notes, newest first. */
  notes: Note[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** An application of your own at a provider, for which mailboxes' owners consent; its secret is never shown. */
export type OAuthClient = {
  /** The record's id, which is `oauth_client_id` elsewhere. */
  id: string;
  /** Where it is registered. */
  provider: "google" | "outlook";
  /** The client's id at the provider. */
  client_id: string;
  /** A name of yours for it. */
  name: string;
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant: string;
  /** The Entra directory of an application for one organisation; "" for any other. */
  directory_id: string;
  /** The Pub/Sub topic to which Gmail tells of new mail; "" for none: mailboxes are polled. */
  pubsub_topic: string;
  /** When it was created, RFC 3339 in UTC. */
  created_at: string;
  /** When it was last changed, RFC 3339 in UTC. */
  updated_at: string;
};

/** What to change; absent fields stay as they are. */
export type OAuthClientChanges = {
  /** A name of yours for it, up to 100 characters. */
  name?: string | undefined;
  /** The Pub/Sub topic to which Gmail tells of new mail; "" for none. It takes effect when a mailbox is next asked for, within a day. */
  pubsub_topic?: string | "" | undefined;
  /** The new secret. Where mailboxes use the client, access is renewed with it first: 400 when the provider refuses it, 503 when it does not answer. */
  client_secret?: string | undefined;
};

/** Mailboxes under one name: an email that names the pool leaves from one of them. */
export type Pool = {
  /** The pool's id. */
  id: string;
  /** Its name, which emails give as `pool`. */
  name: string;
  /** Its mailboxes, as far as the key may see them. One that was disconnected stays in the pool, is not chosen, and is again once it is reconnected. */
  mailbox_ids: string[];
  /** When it was made, RFC 3339 in UTC. */
  created_at: string;
  /** When it was last given its mailboxes. */
  updated_at: string;
};

/** The mailboxes of a pool. */
export type PoolMailboxes = {
  /** Its mailboxes, 2 to 50: of two that would send equally soon, the one that stands first. */
  mailbox_ids: readonly string[];
};

/** A provider of mailboxes, and what the service knows of it. */
export type Provider = {
  /** The `type` of its mailboxes. */
  type: "smtp" | "google" | "outlook" | "sandbox";
  /** Its name for people. */
  name: string;
  /** Its icon: the path (`d`) of an SVG of 24 by 24, to be filled with one colour. */
  icon: string;
  /** How its owners log in: with a password, at its consent page, or not at all, because a test world has no servers. */
  login: "password" | "oauth" | "none";
  /** How its mailboxes can be reached. Where there are several, `transport` chooses one of them, or `auto`. */
  transports: ("imap_smtp" | "graph" | "gmail_api")[];
  /** How much of its HTTP interface a consent can be asked for (`access`); empty where it has none. */
  accesses: ("full" | "read_send" | "send")[];
  /** Its server that takes mail; absent where each mailbox names its own. */
  smtp?: ProviderServer;
  /** Its server from which mail is read; absent where each mailbox names its own. */
  imap?: ProviderServer;
  /** The `max_daily_sends` of a new mailbox that names none. */
  max_daily_sends: number;
  /** How many emails leave a mailbox in a minute; absent for as many as its server takes. */
  max_per_minute?: number;
  /** `always`: it files sent mail in the Sent folder itself. `varies`: it is found out of each mailbox, and copies are filed where it does not. */
  files_sent_mail: "always" | "varies";
  /** The domain that an SPF record includes for its mail; "" where it depends on the server. */
  spf_include: string;
  /** The DKIM selectors that it uses, the one to publish first; empty where it depends on the server. */
  dkim_selectors: string[];
  /** Well-known servers to choose from; empty where a mailbox names none. `GET /v1/mailboxes/discover` finds those of any address. */
  servers: KnownServers[];
};

/** A server of a provider. */
export type ProviderServer = {
  /** The server's name. */
  host: string;
  /** Its port. */
  port: number;
  /** `tls` from the first byte, or `starttls`. */
  secure: "tls" | "starttls";
};

/** A daily limit that grows from day to day. */
export type Ramp = {
  /** How many emails may leave in 24 hours at first. */
  from: number;
  /** How many more on each later day. */
  by: number;
  /** The most: from then on it is the limit. */
  to: number;
};

/** A daily limit that grows from day to day, and since when. */
export type RampSince = {
  /** How many emails may leave in 24 hours at first. */
  from: number;
  /** How many more on each later day. */
  by: number;
  /** The most: from then on it is the limit. */
  to: number;
  /** When it began; its days are 24 hours from there. */
  since: string;
};

/** An address with or without a name, as a text or as an object. */
export type Recipient = string | Address;

/** The temporary refusals of the mailbox's server in one hour; the emails wait and are tried again. */
export type RefusedHour = {
  /** The hour's beginning, UTC. */
  hour: string;
  /** How often the server refused. */
  count: number;
  /** The server's first five different replies of the hour, in its own words. */
  replies: string[];
};

/** A recipient that the mail server refused or deferred. */
export type RefusedRecipient = {
  /** The address that was refused or deferred. */
  email: string;
  /** The server's reply, on one line. */
  reply: string;
};

/** What would become of the emails that wait. */
export type Rehearsal = {
  /** The rehearsal's id. */
  id: string;
  /** When what waited was copied; nothing later is in it. */
  created_at: string;
  /** When the result is deleted. */
  expires_at: string;
  /** Its last moment. */
  until: string;
  /** The zone in which its days are counted. */
  timezone: string;
  /** How many emails waited. */
  emails: number;
  /** How many of them leave. */
  leaves: number;
  /** How many are cancelled, by `cancel_reason`. */
  cancelled: Record<string, number>;
  /** How many would be too late, or wait for one that is. */
  fails: number;
  /** How many still wait at its end. */
  later: number;
  /** How many stand too far back in a queue to tell. */
  unknown: number;
  /** The calendar: how many emails leave, by day and mailbox; a day without any is left out. */
  days: RehearsedDay[];
};

/** What one recipient does. */
export type RehearsedAnswer = {
  /** The recipient, by its address. */
  from: string;
  /** `reply`: a person answers; `bounce`: it cannot be delivered; `away`: an automatic answer says that it is absent, `left`: that it has gone for good; `unsubscribe`: it clicks the link, or asks to stop (`asked`). */
  kind: "reply" | "bounce" | "away" | "left" | "unsubscribe";
  /** How long after the first email that reaches it in the rehearsal; an ISO 8601 duration of at most 21 days, an hour when absent. */
  after?: string | undefined;
  /** The day of its return, `YYYY-MM-DD`, which an `away` may name. */
  returns_on?: string | undefined;
};

/** What one mailbox sends on one day. */
export type RehearsedDay = {
  /** The day, `YYYY-MM-DD`. */
  day: string;
  /** The mailbox that sends. */
  mailbox_id: string;
  /** How many emails leave. */
  leaves: number;
};

/** What would become of one email. */
export type RehearsedEmail = {
  /** The email that would be sent. */
  id: string;
  /** The mailbox that sends it. */
  mailbox_id: string;
  /** Who gets it. */
  to_email: string;
  /** The first 60 characters of its subject. */
  subject: string;
  /** `leaves`; `cancelled`; `fails`: too late; `later`: it still waits at the end; `unknown`: too many wait before it. */
  ends: "leaves" | "cancelled" | "fails" | "later" | "unknown";
  /** When it leaves; absent when it does not. */
  at?: string;
  /** Why it does not leave: a `cancel_reason`, `too_late`, or `reconnect` where its mailbox is disconnected; "" for none. */
  reason: string;
};

/** A page of what becomes of each email. */
export type RehearsedEmailPage = {
  /** The emails. */
  emails: RehearsedEmail[];
  /** Where the next page starts: pass it as `start`; absent on the last page. */
  next_start?: number;
};

/** An answer in a conversation; one of body_html and body_text is required. */
export type Reply = {
  /** Further recipients that every recipient sees, up to 50. */
  cc?: readonly Recipient[] | undefined;
  /** Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together. */
  bcc?: readonly Recipient[] | undefined;
  /** The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's. */
  from_email?: string | undefined;
  /** The sender's name; the mailbox's display name when absent. */
  from_name?: string | undefined;
  /** Files to attach: up to 20, together at most 3 MB decoded. */
  attachments?: readonly NewAttachment[] | undefined;
  /** The email as HTML. HTML and text together have at most 1 MB; one of the two is required. */
  body_html?: string | undefined;
  /** The email as plain text; made from the HTML when absent. */
  body_text?: string | undefined;
  /** Further headers by name, up to 50 and 16 KB: `X-…`, `List-Unsubscribe`, `List-Id`, `Precedence` and similar ones. */
  headers?: Record<string, string> | undefined;
  /** The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent. */
  ip_id?: string | undefined;
  /** When it is to leave, up to a year ahead; now when absent. */
  scheduled_at?: string | Date | undefined;
  /** When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change. */
  send_at?: LocalTime | undefined;
  /** The hours of the week to which sending is limited; any time when absent. */
  window?: SendingWindow | undefined;
  /** If it has not left by then it fails as too late and is never sent; no limit when absent. */
  send_before?: string | Date | undefined;
  /** True to have it wait until a person approves it (`POST /v1/send/{id}/approve`): it costs nothing until then, and never leaves without it. A key with the scope `draft` can only hold. */
  hold?: boolean | undefined;
  /** Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held. */
  hold_until?: string | Date | undefined;
  /** True for a draft that a person is still writing: held, possibly without recipient, subject and body, in no list but that of `waiting_for=draft`. Approving it sends it, cancelling it deletes it; a year after its last change it is cancelled. What a key with the scope `draft` writes waits for approval instead. */
  draft?: boolean | undefined;
  /** What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent. */
  draft_state?: string | undefined;
  /** How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing. */
  undo_for?: string | undefined;
  /** Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail. */
  metadata?: Record<string, string> | undefined;
  /** Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail. */
  tags?: readonly string[] | undefined;
  /** Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient. */
  unsubscribe?: boolean | undefined;
  /** The subject; when absent, the original's with `Re:` or `Fwd:` in front. */
  subject?: string | undefined;
  /** The recipient; when absent, the correspondent who is answered. */
  to?: Recipient | undefined;
  /** Whether the other To and Cc addresses of the answered message, except the mailbox, get a copy; false when absent. */
  reply_all?: boolean | undefined;
  /** Which events in its conversation cancel it before it leaves: a person's `reply`, a `bounce`, an `auto_reply`, its recipient's automatic answer that says that they have `left`, or its recipient's answer that asks to be written to no more (`asked`: the `intent` is `unsubscribe`). The mailbox is checked immediately before it leaves. Needs inbox sync. */
  cancel_on?: readonly ("reply" | "bounce" | "auto_reply" | "left" | "asked")[] | undefined;
  /** What happens when the mailbox cannot be checked for answers: the email waits until send_before (`wait`, the default) or leaves (`send`). When nobody has said within 72 hours whether an unclear answer is one, it leaves with `send`, and is cancelled otherwise. */
  cancel_on_unknown?: "send" | "wait" | undefined;
  /** Whether the conversation so far is quoted below. Absent: what the recipient wrote or was sent, and what the answered message answers; for an unverified sender's message only that message. True, or with `to`: everybody's mail. */
  quote_history?: boolean | undefined;
  /** The IANA time zone of the dates in the quote; UTC when absent. */
  quote_timezone?: string | undefined;
  /** The id of the conversation's last message, received or sent, that its writer has seen. When newer mail or somebody else's answer is there, also one that waits, it is 409 `conversation_changed` with that one's id as `details`: so two people never answer twice. */
  if_last_message_id?: string | undefined;
};

/** How long people wait for a first answer. */
export type ResponseTimes = {
  /** From when on first answers are counted, RFC 3339 in UTC. */
  since: string;
  /** Until when. */
  before: string;
  /** Of all mailboxes. */
  first_response: FirstResponse;
  /** By mailbox. */
  mailboxes: MailboxResponse[];
  /** By the person who has the conversation now. */
  assignees: AssigneeResponse[];
  /** By label; a conversation with several counts in each. */
  labels: LabelResponse[];
  /** What is `open` now, by age. */
  open: ThreadAges;
  /** What is `waiting` now, by age. */
  waiting: ThreadAges;
  /** False when more than 10,000 conversations were answered, or are not done: then it is of 10,000. */
  complete: boolean;
};

/** What the rules had decided about a corrected message. */
export type Ruled = {
  /** Its kind. */
  kind: MessageKind;
  /** The send of ours that it belonged to; "" when there was none. */
  email_job_id: string;
  /** Its conversation before the correction. */
  thread_id: string;
  /** What an automatic answer tells; "" for other kinds. */
  auto_class: "" | "away" | "left" | "received" | "other";
  /** The day of its sender's return; "" when none was known. */
  returns_on: string;
  /** What an answer of a person means; "" for other kinds. */
  intent: "" | "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";
};

/** The clock of a test world. */
export type SandboxClock = {
  /** The world's time. */
  now: string;
  /** When something is due next, by the world's time; absent when nothing is planned. */
  next_at?: string;
};

/** A mail to arrive. */
export type SandboxMail = {
  /** The sandbox mailbox at which it arrives. */
  mailbox_id: string;
  /** The whole mail with its headers, up to a million characters (RFC 5322); lines may end with a line feed alone. */
  mime?: string | undefined;
  /** The same in base64, for a mail whose bytes are not UTF-8; either this or `mime`. */
  mime_base64?: string | undefined;
  /** How long until it arrives, by the world's time; now when absent. */
  after?: string | undefined;
};

/** A mail on its way. */
export type SandboxMailAccepted = {
  /** The mail's id in the sandbox. */
  id: string;
  /** When it arrives, by the world's time. */
  arrives_at: string;
};

/** A permission of an API key. */
export type Scope = "send" | "read" | "admin" | "draft";

/** An accepted email, with its state. */
export type Send = {
  /** The send's id. */
  id: string;
  /** The account it belongs to. */
  user_id: string;
  /** The mailbox it is sent from. */
  mailbox_id: string;
  /** Why this mailbox was chosen among several when the email was accepted: `conversation` (it has one with the recipient, the latest of all), `active` (it is the only one that works, with unbroken DNS records, and can send this email) or `eta` (it sends soonest; of equal ones it has the least mail); "" when it was named, or is that of the email that this one follows. */
  chosen_because: "" | "conversation" | "active" | "eta";
  /** The dedicated IP address that was asked for; "" when none was. */
  ip_id: string;
  /** The sender's address. */
  from_email: string;
  /** The address it goes to. */
  to_email: string;
  /** The sender's name; "" without one. */
  from_name: string;
  /** The recipient's name; "" without one. */
  to_name: string;
  /** Further recipients that every recipient sees. */
  cc: Address[];
  /** Further recipients that nobody else sees; only this record lists them. */
  bcc: Address[];
  /** The recipients that the server refused, with its replies. A send is `sent` when the server accepted it for at least one recipient. */
  refused: RefusedRecipient[];
  /** The recipients that the server deferred when it accepted the email for others. Only they are tried again, until `attempts` is `max_attempts`; then they move to `refused`. */
  deferred: RefusedRecipient[];
  /** The recipients whose copies bounced, in the order of the reports. */
  bounces: BouncedRecipient[];
  /** The attached files; of a draft that is read alone with their contents. */
  attachments: SentAttachment[];
  /** Where answers go; "" when that is the mailbox itself. */
  reply_to: string;
  /** The subject. */
  subject: string;
  /** The email as HTML; "" when it has none, and in lists for what is too large. */
  body_html: string;
  /** The email as plain text. */
  body_text: string;
  /** Its further headers. */
  headers: Record<string, string>;
  /** Its state now. */
  status: SendStatus;
  /** When it is, or was, to leave; absent when that was immediately. */
  scheduled_at?: string;
  /** If it has not left by then it fails; absent without a limit. */
  send_before?: string;
  /** The local time that was requested; scheduled_at is the resulting moment. Absent when none was requested. */
  send_at?: LocalTime;
  /** How long after its original it leaves; scheduled_at is an estimate until the original is sent. Absent when not requested. */
  scheduled_after?: string;
  /** The hours of the week to which sending is limited; absent without a limit. */
  window?: SendingWindow;
  /** What it does while its recipient is away; absent when it ignores that, or once a person has moved it. */
  on_away?: WaitForReturn;
  /** Which events in its conversation cancel it before it leaves; empty for none. */
  cancel_on: ("reply" | "bounce" | "auto_reply" | "left" | "asked")[];
  /** Until when it waits, or waited, because its recipient was away (`on_away`); absent when it never did, or was moved by hand since. */
  away_until?: string;
  /** What cancelled it: an event in its conversation (`replied`, `bounced`, `auto_replied`, `left`, `asked`), the cancellation of its original (`original`), a suppression of the address in `to` meanwhile (`suppressed`; `asked` where an answer asked to stop, by `suppress_asked`), that nobody said within 72 hours whether an answer is one (`answer_unclear`), that nobody approved it in time (`not_approved`), or that its person was removed from its sequence, or the sequence deleted (`removed`); "" when a request did, or it is not cancelled. */
  cancel_reason: "" | "replied" | "bounced" | "auto_replied" | "left" | "original" | "suppressed" | "asked" | "answer_unclear" | "not_approved" | "removed";
  /** Why a person rejected it instead of approving it; "" when nobody did. */
  reject_reason: string;
  /** Until when it waits for approval at most; absent when it was approved, or never held. */
  hold_until?: string;
  /** How often it was written: 1 when it was held, one more with each edit; absent when it was never held. */
  revision?: number;
  /** How long after its acceptance or its approval it can be taken back; absent when not requested. */
  undo_for?: string;
  /** Whether somebody is still writing it: it costs nothing, and leaves only when it is approved. */
  draft: boolean;
  /** What its editor needs to go on with a draft, as it was given; absent in lists, and where there is none. */
  draft_state?: string;
  /** Who wrote it, or its latest revision: the member, the owner, or the key by its name, else by its id; "" for email of older versions. */
  by: string;
  /** Who approved it; "" when nobody did. */
  approved_by: string;
  /** Who cancelled or rejected it; "" when nobody did, as when an answer cancelled it. */
  cancelled_by: string;
  /** The id of the API key that held it for approval; "" for none. */
  held_by: string;
  /** When a person approved it, and it was paid for; absent before, and when it was never held. */
  approved_at?: string;
  /** How often it was tried. */
  attempts: number;
  /** The most attempts. */
  max_attempts: number;
  /** The error of the last attempt, such as the server's reply; "" when nothing went wrong. */
  last_error: string;
  /** Why it waits: `daily_limit`, `rate` (the server's own limit), `pace` (the mailbox's `min_gap`, `max_hourly_sends`, `ramp` or `workday`), `reconnect` (the mailbox must be reconnected), `original` (a follow-up's original has not left), `window` (it is closed), `retry`, `outcome` (whether the server took it is being looked up), `mailbox` (its server may be refusing all of the mailbox's mail), `unclear_answer` (only one sign shows an answer that would cancel it: correct that message's send), `away` (its recipient is: see `on_away`), `paused` (its sequence is), `approval` (a person's: until then it is not paid for) or `draft` (somebody is still writing it); "" when it does not. */
  waiting_for: "" | "daily_limit" | "rate" | "reconnect" | "original" | "window" | "retry" | "outcome" | "mailbox" | "unclear_answer" | "away" | "pace" | "paused" | "approval" | "draft";
  /** How long after the email before it this one leaves at the earliest, as drawn by the mailbox's `min_gap`; an ISO 8601 duration, absent without one and before it is tried. */
  gap?: string;
  /** When it is tried next; absent when it does not wait for a time. */
  next_attempt_at?: string;
  /** When it is expected to leave, given the mailbox's daily limit, rate limit and pace and the mail before it; absent in lists, when it does not wait, and when it cannot be forecast. */
  eta?: string;
  /** Its Message-ID header, the same in every attempt. */
  message_id: string;
  /** The conversation it belongs to; "" until it has one. */
  thread_id: string;
  /** The Message-ID that it answers; "" when it answers none. */
  in_reply_to: string;
  /** The Message-IDs of the conversation before it, oldest first. */
  references: string[];
  /** `reply`, `forward`, or "" for a first email. */
  kind: "" | "reply" | "forward";
  /** The pairs that it was accepted with; empty for none. */
  metadata: Record<string, string>;
  /** The tags that it was accepted with; empty for none. */
  tags: string[];
  /** The sequence of which it is a step; "" for any other email. */
  sequence_id: string;
  /** Which step of its sequence it is, from 1; absent for any other email. */
  step?: number;
  /** When the mail server accepted it; absent before that. */
  sent_at?: string;
  /** When the first answer of a person arrived; absent before that. Automatic answers do not count. */
  replied_at?: string;
  /** When a report arrived that it could not be delivered; absent without one. The status stays `sent`. */
  bounced_at?: string;
  /** What that report says; "" without one. */
  bounce_reason: string;
  /** When a recipient marked it as spam; absent before. */
  complained_at?: string;
  /** When it was accepted, and paid for unless it waits for approval, RFC 3339 in UTC. */
  created_at: string;
};

/** The new time of a waiting send; of an email that waits for approval any field, and the revision that is changed. */
export type SendChanges = {
  /** The revision that is changed: required for an email that waits for approval, and for no other. With an older one 409 has the record as it is now. */
  revision?: number | undefined;
  /** When it is to leave, up to a year ahead; a time within the last minute means now. */
  scheduled_at?: string | Date | undefined;
  /** When it is to leave, as a local time, instead of scheduled_at; it stays that local time even if the zone's rules change. */
  send_at?: LocalTime | undefined;
  /** The hours of the week to which sending is limited; null for any time. Without a new time it leaves at its present time, or when the window next opens after that. */
  window?: SendingWindow | null | undefined;
  /** If it has not left by then it fails as too late and is never sent; no limit when absent. */
  send_before?: string | Date | undefined;
  /** Further recipients that every recipient sees, up to 50. */
  cc?: readonly Recipient[] | undefined;
  /** Further recipients that nobody else sees, up to 50; to, cc and bcc have at most 100 together. */
  bcc?: readonly Recipient[] | undefined;
  /** The sender's address: the mailbox's or one of its `aliases`. When absent the mailbox's; for an answer the one that was written to, for a follow-up its original's. */
  from_email?: string | undefined;
  /** The sender's name; the mailbox's display name when absent. */
  from_name?: string | undefined;
  /** Files to attach: up to 20, together at most 3 MB decoded. */
  attachments?: readonly NewAttachment[] | undefined;
  /** The email as HTML. Given alone or with body_text it replaces both bodies, with their quote; of a draft the quote, or what it forwards, stays below. */
  body_html?: string | undefined;
  /** The email as plain text; without body_html the email has no HTML any more. */
  body_text?: string | undefined;
  /** Its further headers, in the place of the old ones. */
  headers?: Record<string, string> | undefined;
  /** The dedicated IP address it leaves from; the mailbox's, else the account's default, when absent. */
  ip_id?: string | undefined;
  /** Until when it waits for approval, up to a year ahead; then it is cancelled as `not_approved`. 30 days when absent. An email with it is held. */
  hold_until?: string | Date | undefined;
  /** What your editor needs to go on with a draft, up to 300 KB: kept as it is, shown by `GET /v1/send/{id}`, never mailed, and forgotten when the draft is sent. */
  draft_state?: string | undefined;
  /** How long it can be taken back, an ISO 8601 duration of at most an hour such as `PT30S`: it leaves no earlier after its acceptance or its approval, and a cancel until then stops it. A cancel refunds nothing. */
  undo_for?: string | undefined;
  /** Up to 20 pairs of your choice, 2 KB in all: shown in records and events and searchable in the log, but not part of the mail. */
  metadata?: Record<string, string> | undefined;
  /** Up to 10 words of your choice, 1 to 50 characters each: shown in records and events and searchable in the log, but not part of the mail. */
  tags?: readonly string[] | undefined;
  /** Whether to add an unsubscribe link in the two headers of RFC 8058, so that mail programs show an unsubscribe button; the link suppresses the recipient. */
  unsubscribe?: boolean | undefined;
  /** The mailbox it is sent from; not of an email in a conversation. */
  mailbox_id?: string | undefined;
  /** 2 to 50 mailboxes, in place of `mailbox_id`: when the email is accepted one of them is chosen, the one that has a conversation with the recipient, else one that works and whose DNS records are not broken, of these the one that sends soonest. Disconnected ones, and those that cannot send this email, are not chosen. */
  mailbox_ids?: readonly string[] | undefined;
  /** The name of a pool (`PUT /v1/pools/{name}`), in place of `mailbox_id`: one of its mailboxes is chosen. */
  pool?: string | undefined;
  /** The recipient; "" for nobody yet, of a draft. */
  to?: string | Address | undefined;
  /** The subject, one line of up to 998 characters; empty only of a draft. */
  subject?: string | undefined;
  /** Where answers go; null for the mailbox's own address. */
  reply_to?: Recipient | null | undefined;
  /** For a follow-up: how long after its original was sent it leaves. */
  scheduled_after?: string | undefined;
  /** Which events in its conversation cancel it before it leaves; null for none. */
  cancel_on?: readonly ("reply" | "bounce" | "auto_reply" | "left" | "asked")[] | null | undefined;
  /** What happens when the mailbox cannot be checked for answers. */
  cancel_on_unknown?: "send" | "wait" | undefined;
  /** What a follow-up does when the recipient's latest automatic answer says `away`; `ignore` for nothing. Only of one in a conversation. */
  on_away?: WaitForReturn | "ignore" | undefined;
};

/** A send left, ended, bounced or was answered. */
export type SendEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "send.sent" | "send.failed" | "send.cancelled" | "send.held" | "send.edited" | "send.approved" | "send.rejected" | "send.bounced" | "send.complained" | "send.replied" | "send.settled";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: SendEventData;
};

/** The send at the time of publication; fields without a value are absent. */
export type SendEventData = {
  /** The send's id. */
  id: string;
  /** The mailbox it is sent from. */
  mailbox_id?: string;
  /** Why this mailbox was chosen among several when the email was accepted: `conversation` (it has one with the recipient, the latest of all), `active` (it is the only one that works, with unbroken DNS records, and can send this email) or `eta` (it sends soonest; of equal ones it has the least mail); "" when it was named, or is that of the email that this one follows. */
  chosen_because?: "" | "conversation" | "active" | "eta";
  /** The sender's address. */
  from_email?: string;
  /** The address it goes to. */
  to_email?: string;
  /** Further recipients that every recipient sees. */
  cc?: Address[];
  /** The subject. */
  subject?: string;
  /** Its state now. */
  status?: SendStatus;
  /** Its Message-ID header, the same in every attempt. */
  message_id?: string;
  /** The conversation it belongs to; "" until it has one. */
  thread_id?: string;
  /** `reply`, `forward`, or "" for a first email. */
  kind?: "" | "reply" | "forward";
  /** The pairs that it was accepted with; empty for none. */
  metadata?: Record<string, string>;
  /** The tags that it was accepted with; empty for none. */
  tags?: string[];
  /** The sequence of which it is a step; "" for any other email. */
  sequence_id?: string;
  /** Which step of its sequence it is, from 1; absent for any other email. */
  step?: number;
  /** How often it was tried. */
  attempts?: number;
  /** The error of the last attempt, such as the server's reply; "" when nothing went wrong. */
  last_error?: string;
  /** What cancelled it: an event in its conversation (`replied`, `bounced`, `auto_replied`, `left`, `asked`), the cancellation of its original (`original`), a suppression of the address in `to` meanwhile (`suppressed`; `asked` where an answer asked to stop, by `suppress_asked`), that nobody said within 72 hours whether an answer is one (`answer_unclear`), that nobody approved it in time (`not_approved`), or that its person was removed from its sequence, or the sequence deleted (`removed`); "" when a request did, or it is not cancelled. */
  cancel_reason?: "" | "replied" | "bounced" | "auto_replied" | "left" | "original" | "suppressed" | "asked" | "answer_unclear" | "not_approved" | "removed";
  /** Why a person rejected it instead of approving it; "" when nobody did. */
  reject_reason?: string;
  /** Until when it waits for approval at most; absent when it was approved, or never held. */
  hold_until?: string;
  /** How often it was written: 1 when it was held, one more with each edit; absent when it was never held. */
  revision?: number;
  /** Who wrote it, or its latest revision: the member, the owner, or the key by its name, else by its id; "" for email of older versions. */
  by?: string;
  /** Who approved it; "" when nobody did. */
  approved_by?: string;
  /** Who cancelled or rejected it; "" when nobody did, as when an answer cancelled it. */
  cancelled_by?: string;
  /** The id of the API key that held it for approval; "" for none. */
  held_by?: string;
  /** When a person approved it, and it was paid for; absent before, and when it was never held. */
  approved_at?: string;
  /** When it was accepted, and paid for unless it waits for approval, RFC 3339 in UTC. */
  created_at?: string;
  /** When it is, or was, to leave; absent when that was immediately. */
  scheduled_at?: string;
  /** When the mail server accepted it; absent before that. */
  sent_at?: string;
  /** Until when it waits, or waited, because its recipient was away (`on_away`); absent when it never did, or was moved by hand since. */
  away_until?: string;
  /** When the first answer of a person arrived; absent before that. Automatic answers do not count. */
  replied_at?: string;
  /** When a report arrived that it could not be delivered; absent without one. The status stays `sent`. */
  bounced_at?: string;
  /** What that report says; "" without one. */
  bounce_reason?: string;
  /** The recipients whose copies bounced, in the order of the reports. */
  bounces?: BouncedRecipient[];
  /** When a recipient marked it as spam; absent before. */
  complained_at?: string;
  /** The recipients that the server refused, with its replies. A send is `sent` when the server accepted it for at least one recipient. */
  refused?: RefusedRecipient[];
  /** The recipients that the server deferred when it accepted the email for others. Only they are tried again, until `attempts` is `max_attempts`; then they move to `refused`. */
  deferred?: RefusedRecipient[];
};

/** The hours of the week to which sending is limited. */
export type SendingWindow = {
  /** The days, such as `mon`. */
  days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
  /** When it opens, such as `09:00`. */
  from: string;
  /** When it closes, later than from: such as `17:00`, or `24:00` for the end of the day. */
  to: string;
  /** The IANA time zone of these hours. */
  timezone: string;
};

/** `scheduled` for later, `queued` to leave, `processing` at the server; `sent`, `failed` and `cancelled` are final. */
export type SendStatus = "queued" | "processing" | "sent" | "failed" | "scheduled" | "cancelled";

/** A file sent with an email. */
export type SentAttachment = {
  /** Its file name. */
  name: string;
  /** Its media type. */
  type: string;
  /** Its size in bytes, decoded. */
  size: number;
  /** The id by which the HTML shows it (`cid:…`); "" when it has none. */
  content_id: string;
  /** Its content in base64, of a draft that is read alone; absent otherwise. */
  content?: string;
};

/** Steps that each of its people gets, one after the other, until something cancels them. */
export type Sequence = {
  /** The sequence's id. */
  id: string;
  /** Its name for people; "" for none. */
  name: string;
  /** The mailbox from which its steps are sent; "" where one is chosen for each person. */
  mailbox_id: string;
  /** The mailboxes of which one is chosen for each person; empty where none were named. */
  mailbox_ids: string[];
  /** The pool of which a mailbox is chosen for each person; "" for none. */
  pool: string;
  /** `paused`: nobody is added, and nothing of it leaves until it goes on; `deleted`: nobody is added any more, and nothing of it leaves. */
  status: "active" | "paused" | "deleted";
  /** Its steps, in order. */
  steps: SequenceStep[];
  /** The hours in which its steps may leave; absent for any time. */
  window?: SendingWindow;
  /** What cancels a person's further steps; empty for nothing. */
  cancel_on: ("reply" | "bounce" | "auto_reply" | "left" | "asked")[];
  /** What a further step does while the person is away; absent when it ignores that. */
  on_away?: WaitForReturn;
  /** How often its steps were written, from 1. */
  revision: number;
  /** How many people were ever added to it, up to 10,000. */
  people: number;
  /** When it was made, RFC 3339 in UTC. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

/** What is changed of a sequence; at least one field. */
export type SequenceChanges = {
  /** A name for people, up to 200 characters. */
  name?: string | undefined;
  /** True: nobody is added and no step leaves, unless its server has been given it; false: it goes on, each step at its time or, where that is over, now. */
  paused?: boolean | undefined;
  /** New texts of steps. A placeholder that needs a value must have been needed before, or say words without one, once the sequence has people. */
  steps?: readonly SequenceStepChange[] | undefined;
};

/** A page of sequences. */
export type SequenceList = {
  /** The sequences, newest first. */
  sequences: Sequence[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** A person of a sequence, with the state of each step. */
export type SequenceRecipient = {
  /** The person's id in the sequence. */
  id: string;
  /** The mailbox from which the person's steps are sent. */
  mailbox_id: string;
  /** The address, in lower case. */
  email: string;
  /** The name; "" for none. */
  name: string;
  /** The values of the placeholders. */
  variables: Record<string, string>;
  /** The person's steps, in order. */
  steps: SequenceRecipientStep[];
  /** When the person was removed; absent otherwise. */
  removed_at?: string;
  /** When the person was added, RFC 3339 in UTC. */
  created_at: string;
};

/** A page of a sequence's people. */
export type SequenceRecipientList = {
  /** The people, those added last first. */
  recipients: SequenceRecipient[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** The result for one person. */
export type SequenceRecipientResult = {
  /** The person's position in the request, from 0. */
  index: number;
  /** The address as it was given; "" when it was no text. */
  to: string;
  /** The person's id in the sequence; "" when refused. */
  id: string;
  /** The sends of the person's steps, in order; empty when refused. */
  send_ids: string[];
  /** Why the person was refused, for people; "" when added. */
  error: string;
  /** Why the person was refused, for programs; absent when added. */
  type?: ErrorType;
  /** The invalid fields; absent when there are none. */
  details?: FieldProblem[];
};

/** The result for each person. */
export type SequenceRecipientsAdded = {
  /** One result for each person, in the order of the request. */
  results: SequenceRecipientResult[];
  /** How many people the request contained. */
  total: number;
};

/** A step of a person. */
export type SequenceRecipientStep = {
  /** Which step it is, from 1. */
  step: number;
  /** Its send. */
  send_id: string;
  /** Its state now. */
  status: SendStatus;
  /** Why it was cancelled, as of the send; "" when it is not, or a request cancelled it. */
  cancel_reason: string;
  /** When it is, or was, to leave; an estimate until the step before it has left. */
  scheduled_at?: string;
  /** Until when it waits, or waited, for the return of somebody who is away; absent otherwise. */
  away_until?: string;
  /** When it left; absent before. */
  sent_at?: string;
  /** When a person answered it; absent before. */
  replied_at?: string;
  /** When a report came that it was not delivered; absent without one. */
  bounced_at?: string;
};

/** A step of a sequence. */
export type SequenceStep = {
  /** Which step it is, from 1. */
  step: number;
  /** Its subject with placeholders; "" for the conversation's. */
  subject: string;
  /** Its HTML with placeholders; "" for none. */
  body_html: string;
  /** Its plain text with placeholders; "" where it is made from the HTML. */
  body_text: string;
  /** How long after the step before it leaves; "" of the first. */
  scheduled_after: string;
  /** Whether the steps before it are quoted below it. */
  quote_history: boolean;
  /** What became of its emails; of a sequence that is read alone, absent in lists and other answers. */
  numbers?: SequenceStepNumbers;
};

/** The new text of a step, for everybody who has not had it. Both bodies stay when neither is given. */
export type SequenceStepChange = {
  /** Which step, from 1. */
  step: number;
  /** The new subject; it stays when absent. */
  subject?: string | undefined;
  /** The new text as HTML; with a new body_text alone the step has no HTML any more. */
  body_html?: string | undefined;
  /** The new text as plain text; made from a new body_html when absent. */
  body_text?: string | undefined;
};

/** The numbers of a step, counted from the sends. */
export type SequenceStepNumbers = {
  /** How many people's emails of this step wait. */
  waiting: number;
  /** How many have left, as many as there are events `send.sent`. */
  sent: number;
  /** How many were answered by a person (`send.replied`). */
  answered: number;
  /** How many were reported as not delivered (`send.bounced`). */
  bounced: number;
  /** How many have an answer whose `intent` is `unsubscribe`, as read or as corrected. */
  asked_to_stop: number;
  /** How many waited for the return of somebody who was away (`on_away`). */
  away: number;
  /** How many were cancelled (`send.cancelled`). */
  cancelled: number;
  /** How many failed (`send.failed`). */
  failed: number;
};

/** A change that the mail server does not have. */
export type ServerWish = {
  /** Whether it was to be read there. */
  is_read?: boolean;
  /** Whether it was to be flagged there. */
  is_flagged?: boolean;
  /** Where it was to be moved; absent for nowhere. */
  folder?: string;
};

/** The messages of a new conversation. */
export type SplitThread = {
  /** Their ids, up to 100, all from this conversation; at least one message must stay in it. */
  message_ids: readonly string[];
};

/** Conversations by state. */
export type StateCounts = {
  /** How many are `open`, with the snoozed ones. */
  open: number;
  /** How many are `waiting`. */
  waiting: number;
  /** How many are `done`. */
  done: number;
};

/** An address, or a whole domain, to which the account sends no mail. */
export type Suppression = {
  /** The suppression's id. */
  id: string;
  /** The address, in lower case; "" when it is a domain. */
  email: string;
  /** The domain, of which no address gets mail; "" when it is an address. */
  domain: string;
  /** `manual`: you added it; `bounced`: a delivery to it failed permanently; `unsubscribed`: its owner unsubscribed; `complained`: its owner marked an email as spam; `asked`: its owner asked in an answer to be written to no more (`suppress_asked`). */
  reason: "manual" | "bounced" | "unsubscribed" | "complained" | "asked";
  /** The send that bounced, whose link was used, that was complained about, or whose answer asked; "" for `manual`. */
  send_id: string;
  /** The mailbox of that send; "" for `manual`. */
  mailbox_id: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
};

/** An address was suppressed by a bounce, a complaint or the recipient. */
export type SuppressionEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "suppression.added";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: SuppressionEventData;
};

/** The suppression. */
export type SuppressionEventData = {
  /** The suppression's id. */
  id: string;
  /** The address, in lower case; "" when it is a domain. */
  email: string;
  /** `manual`: you added it; `bounced`: a delivery to it failed permanently; `unsubscribed`: its owner unsubscribed; `complained`: its owner marked an email as spam; `asked`: its owner asked in an answer to be written to no more (`suppress_asked`). */
  reason?: "manual" | "bounced" | "unsubscribed" | "complained" | "asked";
  /** The send that bounced, whose link was used, that was complained about, or whose answer asked; "" for `manual`. */
  send_id?: string;
  /** The mailbox of that send; "" for `manual`. */
  mailbox_id?: string;
};

/** A page of suppressed addresses. */
export type SuppressionList = {
  /** The addresses, newest first. */
  suppressions: Suppression[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** The resulting suppressions. */
export type Suppressions = {
  /** One for each address of the request, in its order, then one for each domain. */
  suppressions: Suppression[];
};

/** The result of pulling a mailbox. */
export type SyncReport = {
  /** The mailbox. */
  mailbox_id: string;
  /** How many new messages were stored. */
  stored: number;
  /** How many are still on the server, for the next pulls. */
  remaining: number;
  /** What went wrong; "" when nothing did. */
  error: string;
  /** Why it was not pulled: `sync_disabled`, `disconnected`, `locked` (another pull did not end in time) or `deadline`; "" when it was. */
  skipped: string;
};

/** A conversation in one mailbox. */
export type Thread = {
  /** The conversation's id. */
  id: string;
  /** The mailbox it is in. */
  mailbox_id: string;
  /** The Message-ID of its first email. */
  root_message_id: string;
  /** The subject, without `Re:` and similar prefixes. */
  subject: string;
  /** The addresses of its other participants. */
  participants: string[];
  /** The send that it belongs to; "" when there is none. */
  email_job_id: string;
  /** The tags of its sent emails, each once; empty for none. */
  tags: string[];
  /** How many emails were sent and received in it. */
  message_count: number;
  /** How many of the received ones are unread. */
  unread_count: number;
  /** True when it has a message of a sender who is not verified to belong to it. */
  has_newcomer: boolean;
  /** When its latest email was sent or received; absent before the first. */
  last_message_at?: string;
  /** `outbound` when the latest email was sent, `inbound` when it was received. */
  last_message_direction: "inbound" | "outbound";
  /** When its latest received email arrived; absent before the first. */
  last_inbound_at?: string;
  /** The beginning of its latest email. */
  snippet: string;
  /** `open`: it is your turn; `waiting`: the other side's; `done`: nobody's. A person's new mail opens it, and so does a report that your answer bounced; an email of yours makes it `waiting`, unless somebody set the state since it was written. */
  state: "open" | "waiting" | "done";
  /** Until when it is out of sight; then it is `open`. Absent when it is not snoozed. */
  snoozed_until?: string;
  /** Your id of the person who has it; "" for nobody. */
  assigned_to: string;
  /** The labels that you have given it; empty for none. */
  labels: string[];
  /** True while a person wrote whom nobody has answered. Automatic mail and mail to many never needs a reply. */
  needs_reply: boolean;
  /** True while the latest in it is a report that an email of yours, or a copy of one, was not delivered: neither you nor a person has written since. */
  bounced: boolean;
  /** When the first of those unanswered emails arrived; absent while none waits. */
  waiting_since?: string;
  /** Counts the changes of `state`, `snoozed_until`, `assigned_to` and `labels`, from 1: give it with a change to be told of one in between. */
  revision: number;
  /** Who made the latest of those changes: the member, the owner, or the key by its name, else by its id; "" when mail or the clock did. */
  changed_by: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
  /** When the conversation last changed. */
  updated_at: string;
};

/** Conversations by age: since somebody waits for an answer, else since their latest email. */
export type ThreadAges = {
  /** Less than an hour old. */
  under_hour: number;
  /** An hour and older. */
  under_four_hours: number;
  /** Four hours and older. */
  under_day: number;
  /** A day and older. */
  under_three_days: number;
  /** Three days and older. */
  older: number;
};

/** The changes of a conversation, at least one; absent fields stay as they are. */
export type ThreadChanges = {
  /** True marks all its received emails read, false unread. */
  is_read?: boolean | undefined;
  /** True flags them all, false takes the flags away. */
  is_flagged?: boolean | undefined;
  /** Where to move it at its provider: `archive`, `inbox`, `trash`, `spam`, or one of its mailbox's `folders`. Needs `sync_changes` of its mailbox. */
  folder?: string | undefined;
  /** `done` also ends a snooze. */
  state?: "open" | "waiting" | "done" | undefined;
  /** Until when it is to be out of sight, up to a year ahead; null ends a snooze. */
  snoozed_until?: string | Date | null | undefined;
  /** Your id of a person, up to 64 characters; "" for nobody. */
  assigned_to?: string | undefined;
  /** All its labels, up to 10 of 1 to 50 characters; they take the place of the old ones. */
  labels?: readonly string[] | undefined;
  /** The revision that is changed: with an older one 409 has the conversation as it is now. Without it the change is made whatever happened. */
  revision?: number | undefined;
};

/** How many conversations there are, and whose turn it is. */
export type ThreadCounts = {
  /** By state. */
  states: StateCounts;
  /** How many are `open` and not snoozed. */
  open_now: number;
  /** How many that are not done are snoozed. */
  snoozed: number;
  /** In how many that are not done a person waits for an answer. */
  needs_reply: number;
  /** What is not done, by the person who has it. */
  assignees: AssigneeCounts[];
  /** What is not done, by label; one with several labels counts in each. */
  labels: LabelCounts[];
  /** What is not done, by mailbox. */
  mailboxes: MailboxCounts[];
  /** False when more than 10,000 are not done, or are: then the numbers are of 10,000 of them. */
  complete: boolean;
};

/** The state, snooze, assignee or labels of a conversation changed. */
export type ThreadEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "thread.changed";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: ThreadEventData;
};

/** The conversation; fields without a value are absent. */
export type ThreadEventData = {
  /** The conversation's id. */
  id: string;
  /** The mailbox it is in. */
  mailbox_id?: string;
  /** The subject, without `Re:` and similar prefixes. */
  subject?: string;
  /** `open`: it is your turn; `waiting`: the other side's; `done`: nobody's. A person's new mail opens it, and so does a report that your answer bounced; an email of yours makes it `waiting`, unless somebody set the state since it was written. */
  state?: "open" | "waiting" | "done";
  /** Until when it is out of sight; then it is `open`. Absent when it is not snoozed. */
  snoozed_until?: string;
  /** Your id of the person who has it; "" for nobody. */
  assigned_to?: string;
  /** The labels that you have given it; empty for none. */
  labels?: string[];
  /** True while a person wrote whom nobody has answered. Automatic mail and mail to many never needs a reply. */
  needs_reply?: boolean;
  /** When the first of those unanswered emails arrived; absent while none waits. */
  waiting_since?: string;
  /** Counts the changes of `state`, `snoozed_until`, `assigned_to` and `labels`, from 1: give it with a change to be told of one in between. */
  revision?: number;
  /** Who made the latest of those changes: the member, the owner, or the key by its name, else by its id; "" when mail or the clock did. */
  changed_by?: string;
  /** When its latest email was sent or received; absent before the first. */
  last_message_at?: string;
  /** The names of the fields that changed. */
  changed?: ("state" | "snoozed_until" | "assigned_to" | "labels")[];
  /** What changed them: a request, whose maker is in `changed_by`, mail that was received or sent, or the end of a snooze. */
  by?: "api" | "mail" | "clock";
};

/** A page of conversations. */
export type ThreadList = {
  /** The conversations, in the order that was asked for. */
  threads: Thread[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** An email of a conversation, sent or received. */
export type ThreadMessage = {
  /** The id of the message if it was received, of the send if it was sent, or of the note. */
  id: string;
  /** `inbound` if it was received, `outbound` if it was sent; "" for a note. */
  direction: "inbound" | "outbound" | "";
  /** A received email's kind; of ours `reply`, `forward`, or "" for a first email. `note`: no email, but a note of your team. */
  kind: "" | "reply" | "forward" | "inbound" | "bulk" | "bounce" | "auto_reply" | "note";
  /** `received`, or the state of the send; "" for a note. */
  status: "received" | "queued" | "processing" | "sent" | "failed" | "scheduled" | "";
  /** What a received automatic answer tells; "" for all other email. */
  auto_class: "" | "away" | "left" | "received" | "other";
  /** The day on which its absent sender says to be back; "" when none is known. */
  returns_on: string;
  /** What a received answer of a person means; "" for all other email. */
  intent: "" | "unsubscribe" | "not_interested" | "not_now" | "wrong_person" | "question" | "interested" | "unknown";
  /** Who said what it means: `rule`, `api` or `person`; "" without an `intent`. */
  intent_by: "" | "rule" | "api" | "person";
  /** The Message-ID header. */
  message_id: string;
  /** Who it is from; of a note `name` is its `by`. */
  from: Address;
  /** Who wrote it here: the member, the owner, or the key by its name, else by its id; of a note its `by`; "" for received email, and for mail sent outside of this service. */
  by: string;
  /** Its recipients in `To`. */
  to: Address[];
  /** Its recipients in `Cc`. */
  cc: Address[];
  /** The subject. */
  subject: string;
  /** The first 200 characters of its new text, on one line. */
  snippet: string;
  /** The whole email as plain text. */
  body_text: string;
  /** The whole email as HTML, as it was received: sanitise it before you show it. */
  body_html: string;
  /** The new content as text, without the quoted history. */
  reply_text: string;
  /** The new content as HTML, without the quoted history: sanitise it before you show it. */
  reply_html: string;
  /** Its attachments; their bytes are fetched one by one. */
  attachments: Attachment[];
  /** Whether it was read; at the provider, too, where its mailbox has `sync_changes`, else only here. */
  is_read: boolean;
  /** True for a received email whose sender is not verified to belong to the conversation: check the sender before you answer; absent otherwise. */
  newcomer?: boolean;
  /** What the mailbox's own provider says of a received email's From address: `pass` when its domain is proven, `fail` when it fails DMARC; absent when it says neither. */
  dmarc?: "pass" | "fail";
  /** When it was received or sent, or was accepted while it waits. */
  date: string;
  /** When it is to leave; absent when it has left or leaves now. */
  scheduled_at?: string;
  /** The send that it belongs to; "" when there is none. */
  email_job_id: string;
};

/** A line of the ledger. */
export type Transaction = {
  /** The line's id. */
  id: string;
  /** `topup` adds credits, `charge` takes one for an accepted email. */
  type: "topup" | "charge";
  /** How many credits, always positive. */
  amount: number;
  /** The balance after this line. */
  balance_after: number;
  /** The send that a charge paid; "" for a top-up. */
  send_id: string;
  /** What the operator noted with a top-up; "" for a charge. */
  reference: string;
  /** When the record was created, RFC 3339 in UTC. */
  created_at: string;
};

/** A page of the ledger. */
export type TransactionList = {
  /** Top-ups and charges, newest first. */
  transactions: Transaction[];
  /** How many rows a page has, 1 to 200; 50 when absent. */
  limit: number;
  /** How many rows are skipped, 0 to 10,000; 0 when absent. */
  offset: number;
  /** Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL. */
  next_cursor?: string;
};

/** What to change; absent fields stay as they are. New credentials are tested before they are saved. */
export type UpdateMailbox = {
  /** The display name in From; empty when absent. */
  display_name?: string | undefined;
  /** Further addresses of the same person, up to 20: mail from them counts as sent by the mailbox. */
  aliases?: readonly string[] | undefined;
  /** The customer of yours to whom it belongs from now on, with all its mail; "" for none. */
  tenant?: string | undefined;
  /** How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. Further emails wait. */
  max_daily_sends?: number | undefined;
  /** The least time between two emails: a duration of `PT1S` to `P1D` such as `PT90S`, or `{from, to}`, between which one is drawn for each email. Null for none. */
  min_gap?: string | GapRange | null | undefined;
  /** How many emails may leave in any 60 minutes. Null for no such limit. */
  max_hourly_sends?: number | null | undefined;
  /** A daily limit that grows, for a new mailbox: `from` emails in 24 hours on the first day, `by` more on each later one, up to `to`. The smaller of it and `max_daily_sends` holds. It begins when it is set; the same again goes on. Null for none. */
  ramp?: Ramp | null | undefined;
  /** The hours of the week in which it sends anything; an email's own `window` limits it further. Null for any time. */
  workday?: SendingWindow | null | undefined;
  /** How often its inbox is checked for new mail, in minutes, 1 to 60; every two minutes when absent. */
  sync_interval_minutes?: number | undefined;
  /** Up to which interval its inbox is checked less often while it is quiet: `PT2M` to `PT15M`, whole minutes. The interval doubles as a tenth of the time without new mail reaches it. `""`, when absent: it is never checked less often. */
  max_poll_interval?: string | undefined;
  /** Folders besides INBOX of which all mail is kept: `"all"`, or their names as `GET /v1/mailboxes/{id}/audit` shows them; `[]` for none. Of every other folder only answers to your sends and delivery reports are kept. */
  folders?: "all" | readonly string[] | undefined;
  /** Whether what is read, flagged or moved here is so at its provider, too, and what is read or flagged there is so here. For mailboxes that are read by IMAP (Google's over `gmail_api` instead), and over `graph` or `gmail_api` with `access` `full`; elsewhere `true` is refused with the reason, such as the scope that its grant lacks. False when absent. */
  sync_changes?: boolean | undefined;
  /** For the DNS check: the DKIM selector with which the mail is signed, or up to 10, one of which must have a valid key; when absent the provider's own or common ones are tried. */
  dkim_selector?: string | readonly string[] | undefined;
  /** The SMTP server's name or address. */
  smtp_host?: string | undefined;
  /** The SMTP server's port; 587 when absent. */
  smtp_port?: number | undefined;
  /** `tls` from the first byte, or `starttls`; when absent `tls` on port 465, `starttls` elsewhere. Never unencrypted. */
  smtp_secure?: "tls" | "starttls" | undefined;
  /** The login name at the SMTP server; the mailbox's address when absent. */
  smtp_username?: string | undefined;
  /** The password at the SMTP server, required unless `smtp_auth` is `none`. It is stored encrypted and never shown. */
  smtp_password?: string | undefined;
  /** `none`: the server takes this mailbox's mail without a login, by our IP address. When absent, a server that offers no login is refused, because it does not check the password. */
  smtp_auth?: "login" | "none" | undefined;
  /** The IMAP server's name or address; without it the mailbox only sends. */
  imap_host?: string | undefined;
  /** The IMAP server's port; 993 when absent. */
  imap_port?: number | undefined;
  /** The login name at the IMAP server; the SMTP login name when absent. */
  imap_username?: string | undefined;
  /** The password at the IMAP server. It is stored encrypted and never shown. */
  imap_password?: string | undefined;
  /** Google and Outlook only: how the mailbox is reached. `imap_smtp`: by SMTP and IMAP. `graph` (Outlook): over Microsoft Graph; `gmail_api` (Google): over the Gmail API; both also work where SMTP and IMAP are switched off. `auto`, when absent: by SMTP and IMAP; over the other when the grant is only for that, or when it covers both and a server refuses the login. */
  transport?: "auto" | "imap_smtp" | "graph" | "gmail_api" | undefined;
  /** The authorization code from the consent page; either this or `refresh_token`. */
  code?: string | undefined;
  /** The redirect URI of the consent page; required with `code`. */
  redirect_uri?: string | undefined;
  /** The PKCE verifier of the challenge in the consent URL; only with `code`. */
  code_verifier?: string | undefined;
  /** A refresh token that you already have; either this or `code`. */
  refresh_token?: string | undefined;
  /** With `code` or `refresh_token`: your own OAuth client that gave it, "" for this service's; the mailbox's present one when absent. */
  oauth_client_id?: string | "" | undefined;
};

/** An account. */
export type User = {
  /** The account's id. */
  id: string;
  /** The address it logs in with. */
  email: string;
  /** The account's name. */
  name: string;
};

/** Waits while its recipient is away. */
export type WaitForReturn = {
  /** It waits for the day of the return. */
  wait: "until_return";
  /** How long after the note it leaves when that names no day: an ISO 8601 duration such as `P7D`. */
  else: string;
};

/** The balance fell to `low_balance`, or to zero. */
export type WalletEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "wallet.low" | "wallet.empty";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: WalletEventData;
};

/** The wallet. */
export type WalletEventData = {
  /** How many emails the account may still send; one credit pays one accepted email. */
  balance: number;
};

/** A URL to which events are posted. */
export type Webhook = {
  /** The webhook's id. */
  id: string;
  /** Where events are posted: https, port 443, a public address. */
  url: string;
  /** The types of events that are posted; empty for all. */
  types: EventType[];
  /** A note of yours, up to 200 characters. */
  description: string;
  /** The customer of yours to whom it belongs, by the name that you gave; "" for none. */
  tenant: string;
  /** `disabled`: it failed for three days, answered 410, or you switched it off. */
  status: "active" | "disabled";
  /** When the URL first answered a test with 2xx; absent before, while events wait. */
  verified_at?: string;
  /** Since when every post or test has failed; absent while the last one worked. */
  failing_since?: string;
  /** The answer to the last failed post or test, or why there was none; "" while it works. */
  last_error: string;
  /** When it was created, RFC 3339 in UTC. */
  created_at: string;
  /** When it was last changed, RFC 3339 in UTC. */
  updated_at: string;
};

/** What to change of a webhook. */
export type WebhookChanges = {
  /** Where events are posted: https, port 443, a public address. */
  url?: string | undefined;
  /** The types of events to post; all types when absent or empty. */
  types?: readonly EventType[] | undefined;
  /** A note of yours, up to 200 characters. */
  description?: string | undefined;
  /** `disabled` switches it off, `active` on again: waiting events are then posted. */
  status?: "active" | "disabled" | undefined;
};

/** The delivery of one event to a webhook. */
export type WebhookDelivery = {
  /** The delivery's id. */
  id: string;
  /** The event's id, as in the header `webhook-id`. */
  event_id: string;
  /** The event's type. */
  type: EventType;
  /** The event's number in the feed. */
  sequence: number;
  /** `pending`: another attempt follows; `failed`: it was given up after three days. */
  status: "pending" | "delivered" | "failed";
  /** How often it was posted. */
  attempts: number;
  /** The HTTP status of the last answer; absent when none came. */
  response_status?: number;
  /** How long the last attempt took, in milliseconds. */
  duration_ms?: number;
  /** The first kilobyte of the last answer, or why none came; absent before the first attempt. */
  response?: string;
  /** When it was last posted, RFC 3339 in UTC. */
  last_attempt_at?: string;
  /** When it was queued, RFC 3339 in UTC. */
  created_at: string;
};

/** A webhook failed for three days, or answered 410, and was switched off. */
export type WebhookEvent = {
  /** The event's id, the same in the feed and at every delivery. */
  id: string;
  /** What happened. */
  type: "webhook.disabled";
  /** The event's number in the account's feed, from 1 without gaps. For bound keys and tenants' webhooks: 20 digits as text, which sort in the feed's order and reveal no count. */
  sequence: number | string;
  /** When it happened, RFC 3339 in UTC. */
  created_at: string;
  /** The record that it concerns, at the time of publication. */
  data: WebhookEventData;
};

/** The webhook. */
export type WebhookEventData = {
  /** The webhook's id. */
  id: string;
  /** Where events are posted: https, port 443, a public address. */
  url?: string;
  /** A note of yours, up to 200 characters. */
  description?: string;
  /** `disabled`: it failed for three days, answered 410, or you switched it off. */
  status?: "active" | "disabled";
};

/** Which events to post again: either field. */
export type WebhookReplay = {
  /** All events published since this time, at most 1,000. */
  since?: string | Date | undefined;
  /** The ids of events, up to 1,000. */
  event_ids?: readonly string[] | undefined;
};

/** The result of a replay. */
export type WebhookReplayed = {
  /** How many events are posted again. */
  queued: number;
};

/** A new secret; for 24 hours the old one signs too. */
export type WebhookSecret = {
  /** The signing secret, `whsec_` and base64; it is shown only once. */
  secret: string;
};

/** The result of a test. */
export type WebhookTest = {
  /** Whether the answer's status was 2xx. */
  ok: boolean;
  /** The HTTP status of the last answer; absent when none came. */
  response_status?: number;
  /** How long the last attempt took, in milliseconds. */
  duration_ms: number;
  /** The first kilobyte of the last answer, or why none came. */
  response: string;
};

/** A signed test of a webhook. */
export type WebhookTestEvent = {
  /** The test's id. */
  id: string;
  /** Always `webhook.test`. */
  type: "webhook.test";
  /** Always 0; numbers in the feed start at 1. */
  sequence: 0;
  /** When the test was made, RFC 3339 in UTC. */
  created_at: string;
  /** Empty: nothing happened. */
  data: NoData;
};

export interface AuthResource {
  /** Log in with email and password; the token is an API key, shown once. `POST /api/v1/auth/login` */
  readonly logIn: (body: LoginRequest, options?: RequestOptions) => Promise<Login>;
}

export interface ApiKeysResource {
  /** Create a named API key with the given scopes; the token is shown once. `POST /v1/api-keys` */
  readonly create: (body: CreateApiKey, options?: RequestOptions) => Promise<NewApiKey>;
  /** List the account's valid API keys, newest first. `GET /v1/api-keys` */
  readonly list: (query?: {
    /** Only keys that are bound to this tenant. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<ApiKey[]>;
  /** Revoke an API key, effective within 30 seconds. `DELETE /v1/api-keys/{id}` */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
}

export interface MembersResource {
  /** Invite somebody to the account's console by a link, which works once within seven days and is shown once. `POST /v1/members` */
  readonly create: (body: NewMember, options?: RequestOptions) => Promise<InvitedMember>;
  /** Make a new link for a member who forgot the password, or whose link is lost or has ended; the password and the links before work no longer, and the member's sessions end within 30 seconds. `POST /v1/members/{id}/invitation` */
  readonly inviteAgain: (id: string, options?: RequestOptions) => Promise<InvitedMember>;
  /** List the account's members and invitations, newest first; its owner is none of them. `GET /v1/members` */
  readonly list: (options?: RequestOptions) => Promise<Member[]>;
  /** Change a member's role or mailboxes; the member's sessions end within 30 seconds, and a new sign-in has the new rights. `PATCH /v1/members/{id}` */
  readonly update: (id: string, body: MemberChanges, options?: RequestOptions) => Promise<Member>;
  /** Remove a member, whose sessions end within 30 seconds, or withdraw an invitation; notes and API keys stay the account's. `DELETE /v1/members/{id}` */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
}

export interface AccountResource {
  /** The account and its settings. `GET /v1/account` */
  readonly get: (options?: RequestOptions) => Promise<Account>;
  /** Change the account's settings. `PATCH /v1/account` */
  readonly update: (body: AccountChanges, options?: RequestOptions) => Promise<Account>;
}

export interface AuditLogResource {
  /** Logins, changes of keys, members, settings, mailboxes, OAuth clients and webhooks, approvals of emails, and what the operator did, newest first, for a year. `GET /v1/audit-log` */
  readonly list: (query?: {
    /** Only entries of this action. */
    action?: AuditAction | undefined;
    /** Only entries from this time or later. */
    since?: string | Date | undefined;
    /** Only entries before this time. */
    until?: string | Date | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<AuditEntry, AuditLog>;
}

export interface AttentionResource {
  /** What needs a person, most urgent first: mailboxes that do not work, webhooks that fail, emails whose outcome is unknown, a low wallet, broken DNS records, audits that found losses. `GET /v1/attention` */
  readonly list: (query?: {
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<AttentionList>;
}

export interface CreditsResource {
  /** The wallet's balance in credits; one credit pays one accepted email. `GET /v1/credits` */
  readonly get: (options?: RequestOptions) => Promise<Credits>;
  /** Top-ups and charges, newest first. `GET /v1/credits/transactions` */
  readonly listTransactions: (query?: {
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Transaction, TransactionList>;
}

export interface ProvidersResource {
  /** List the providers of mailboxes: how they are reached, their limits, what DNS says of them, and how to show them. `GET /v1/providers` */
  readonly list: (options?: RequestOptions) => Promise<Provider[]>;
}

export interface MailboxesResource {
  /** Find out how to connect an address: its provider, its servers, and whether its owner logs in by OAuth or a password. `GET /v1/mailboxes/discover` */
  readonly discover: (query: {
    /** The address to connect. */
    email: string;
  }, options?: RequestOptions) => Promise<DiscoveredMailbox>;
  /** Connect a mailbox (SMTP, Google or Outlook); the connection is tested before it is saved. `POST /v1/mailboxes` */
  readonly connect: (body: ConnectMailbox, options?: KeyedOptions) => Promise<Mailbox>;
  /** List the mailboxes, newest first, disconnected ones too; all of them, or a page of `limit`. `GET /v1/mailboxes` */
  readonly list: (query?: {
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** How many mailboxes a page has, 1 to 200; all of them when absent. */
    limit?: number | undefined;
    /** Where the page starts: from the `Link` header of the page before. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Mailbox, Mailbox[]>;
  /** One mailbox. `GET /v1/mailboxes/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Mailbox>;
  /** What a mailbox may send, has sent and has waiting, when the last email leaves, and the temporary refusals of its server. `GET /v1/mailboxes/{id}/capacity` */
  readonly getCapacity: (id: string, options?: RequestOptions) => Promise<MailboxCapacity>;
  /** Change a mailbox's name, aliases, tenant, limits or credentials; credentials are tested first. `PATCH /v1/mailboxes/{id}` */
  readonly update: (id: string, body: UpdateMailbox, options?: RequestOptions) => Promise<Mailbox>;
  /** Disconnect a mailbox: its waiting sends are cancelled and its credentials erased; its mail stays readable, or is erased with purge=true. `DELETE /v1/mailboxes/{id}` */
  readonly delete: (id: string, query?: {
    /** True erases the mailbox's messages, conversations and bodies for good; false keeps them readable. */
    purge?: boolean | undefined;
  }, options?: RequestOptions) => Promise<void>;
  /** Test the stored credentials and set the mailbox's status from the outcome. `POST /v1/mailboxes/{id}/test` */
  readonly test: (id: string, options?: RequestOptions) => Promise<MailboxTest>;
  /** Check the DKIM, SPF and DMARC records of the mailbox's domain; from then on they are checked daily. `POST /v1/mailboxes/{id}/dns` */
  readonly checkDns: (id: string, options?: RequestOptions) => Promise<DnsCheck>;
  /** Configure inbox sync: enable or disable it, set IMAP credentials, restart from a date. `POST /v1/mailboxes/{id}/inbox` */
  readonly configureInbox: (id: string, body: ConfigureInbox, options?: RequestOptions) => Promise<Mailbox>;
  /** Get the URL of Google's or Microsoft's consent page, which returns a code for connecting a mailbox. `GET /v1/mailboxes/oauth/{provider}/url` */
  readonly oauthUrl: (provider: string, query: {
    /** Your redirect URI, to which the consent page returns with the code. */
    redirect_uri: string;
    /** The S256 challenge of your PKCE verifier; recommended. */
    code_challenge?: string | undefined;
    /** The address to sign in with; the page fills it in. */
    login_hint?: string | undefined;
    /** What to ask consent for. `imap_smtp`: SMTP and IMAP. `graph` (Outlook): Microsoft Graph's `Mail.ReadWrite` and `Mail.Send`. `gmail_api` (Google): the Gmail API, as much of it as `access` says. `auto`: for Outlook both, so that the mailbox can switch without another consent. When absent, and for Google with `auto`: what the operator has set for Google, `imap_smtp` for Outlook. */
    transport?: "auto" | "imap_smtp" | "graph" | "gmail_api" | undefined;
    /** Google only, by the Gmail API: how much to ask consent for. `full`, when absent: reading, and sending with drafts, which show the outcome when Google's answer is lost (`gmail.modify`). `read_send`: reading and sending (`gmail.readonly`, `gmail.send`). `send`: sending alone (`gmail.send`), whose mailbox has no inbox. */
    access?: "full" | "read_send" | "send" | undefined;
    /** Outlook only: the address (user principal name) of a shared mailbox that the member who signs in may use and send from. */
    mailbox_user?: string | undefined;
    /** Your own OAuth client (`/v1/oauth-clients`) that the owner consents to; this service's own when absent. */
    oauth_client_id?: string | undefined;
  }, options?: RequestOptions) => Promise<ConsentPage>;
  /** Show whether all mail on the mailbox's server is stored, by the last audit, folder by folder. `GET /v1/mailboxes/{id}/audit` */
  readonly getAudit: (id: string, options?: RequestOptions) => Promise<Audit>;
  /** Compare the mailbox's server with the stored messages now: missing ones are stored, ones gone from the server are marked. `POST /v1/mailboxes/{id}/audit` */
  readonly startAudit: (id: string, options?: RequestOptions) => Promise<Audit>;
}

export interface RehearsalsResource {
  /** Copy the emails that wait, with their limits and windows, and play up to three weeks of them with answers: who would get what, when and from whom. Nothing is sent, changed or posted. `POST /v1/rehearsals` */
  readonly create: (body: NewRehearsal, options?: RequestOptions) => Promise<Rehearsal>;
  /** Show the result of a rehearsal, for 24 hours after it; the account's latest 20 are kept. `GET /v1/rehearsals/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Rehearsal>;
  /** List what becomes of each email in a rehearsal: those that leave by their time, then the others. `GET /v1/rehearsals/{id}/emails` */
  readonly listEmails: (id: string, query?: {
    /** How many emails a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** The number of its first email; 0 when absent. */
    start?: number | undefined;
  }, options?: RequestOptions) => Promise<RehearsedEmailPage>;
}

export interface OauthClientsResource {
  /** Store an application of your own at Google or Microsoft, to which owners consent in place of this service's. `POST /v1/oauth-clients` */
  readonly create: (body: NewOAuthClient, options?: KeyedOptions) => Promise<OAuthClient>;
  /** List the account's own OAuth clients, oldest first; an account has up to 100. `GET /v1/oauth-clients` */
  readonly list: (options?: RequestOptions) => Promise<OAuthClient[]>;
  /** One OAuth client, without its secret. `GET /v1/oauth-clients/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<OAuthClient>;
  /** Rename an OAuth client, or give it a new secret, which is tried with a mailbox's refresh token before it is stored. `PATCH /v1/oauth-clients/{id}` */
  readonly update: (id: string, body: OAuthClientChanges, options?: RequestOptions) => Promise<OAuthClient>;
  /** Delete an OAuth client; 409 with their number while mailboxes are connected with it. `DELETE /v1/oauth-clients/{id}` */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
}

export interface PoolsResource {
  /** Make a pool of 2 to 50 mailboxes, or give the one of that name these mailboxes; an account has up to 100 pools. `PUT /v1/pools/{name}` */
  readonly put: (name: string, body: PoolMailboxes, options?: RequestOptions) => Promise<Pool>;
  /** List the account's pools by name; a bound key sees those with mailboxes within its bounds, and only these mailboxes. `GET /v1/pools` */
  readonly list: (query?: {
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<Pool[]>;
  /** One pool with its mailboxes, of a bound key those within its bounds; 404 where that is none. `GET /v1/pools/{name}` */
  readonly get: (name: string, query?: {
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<Pool>;
  /** Delete a pool: its mailboxes stay, and emails that were accepted keep the mailbox that was chosen. `DELETE /v1/pools/{name}` */
  readonly delete: (name: string, options?: RequestOptions) => Promise<void>;
}

export interface ConnectLinksResource {
  /** A single-use link by which a mailbox's owner connects it in the browser, or connects it again; its URL is shown once. `POST /v1/connect-links` */
  readonly create: (body: NewConnectLink, options?: RequestOptions) => Promise<CreatedConnectLink>;
  /** List the connect links, newest first; they are kept for 30 days after their time is over. `GET /v1/connect-links` */
  readonly list: (query?: {
    /** Only links in this state. */
    status?: "open" | "completed" | "expired" | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<ConnectLink, ConnectLinkList>;
  /** One connect link, with the mailbox that it connected. `GET /v1/connect-links/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<ConnectLink>;
  /** Delete a connect link: it stops working at once; a mailbox that it connected stays. `DELETE /v1/connect-links/{id}` */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
}

export interface SendsResource {
  /** Send one email now, or at scheduled_at: it costs one credit, and cannot be taken back once it has left. `POST /v1/send` */
  readonly create: (body: Email, options?: KeyedOptions) => Promise<AcceptedEmail>;
  /** Send up to 1000 emails, or whole sequences; each email is accepted or refused separately. `POST /v1/send/batch` */
  readonly createBatch: (body: Batch, options?: KeyedOptions) => Promise<BatchAnswer>;
  /** A send with its state, like /v1/send/{id}/status. `GET /v1/send/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Send>;
  /** A send with its state; a body that takes over 3 MB of an answer is cut. `GET /v1/send/{id}/status` */
  readonly getStatus: (id: string, options?: RequestOptions) => Promise<Send>;
  /** Show what is known about whether the email was answered, and until when it is proved that nothing came. `GET /v1/send/{id}/evidence` */
  readonly getEvidence: (id: string, options?: RequestOptions) => Promise<Evidence>;
  /** Move a queued or scheduled send to another time, without a second charge, or write an email anew that waits for approval. `PATCH /v1/send/{id}` */
  readonly update: (id: string, body: SendChanges, options?: RequestOptions) => Promise<Send>;
  /** Cancel a send that no server was given and the follow-ups that wait for it, or the retries for deferred recipients of a sent one; the credit is not refunded. With a reason: reject an email that waits for approval. A draft is deleted. `POST /v1/send/{id}/cancel` */
  readonly cancel: (id: string, body?: Cancellation, options?: RequestOptions) => Promise<CancelledSend>;
  /** Let an email leave that waits for approval: it costs one credit, and cannot be taken back once it has left; repeating it changes nothing. `POST /v1/send/{id}/approve` */
  readonly approve: (id: string, body: Approval, options?: RequestOptions) => Promise<ApprovedSend>;
  /** Approve up to 1,000 emails that wait for approval, each judged by itself; what took too long is `unavailable`: repeat the request. `POST /v1/send/approve` */
  readonly approveMany: (body: Approvals, options?: RequestOptions) => Promise<ApprovalsAnswer>;
  /** Cancel up to 1,000 sends, and the follow-ups that wait for them: by their ids, or by metadata; repeat until remaining is 0. `POST /v1/send/cancel` */
  readonly cancelMany: (body: CancelRequest, options?: RequestOptions) => Promise<CancelAnswer>;
  /** Queue a follow-up in the thread of a send; it never leaves before its original. `POST /v1/send/{id}/reply` */
  readonly followUp: (id: string, body: FollowUp, options?: KeyedOptions) => Promise<AcceptedReply>;
  /** List sends, newest first; beyond 4.5 MB the rows of a page have no bodies, headers, references and copies. `GET /v1/logs` */
  readonly list: (query?: {
    /** Only sends in this state. */
    status?: SendStatus | undefined;
    /** Only sends of this mailbox. */
    mailbox_id?: string | undefined;
    /** Only sends to this address, in to, cc or bcc. */
    to?: string | undefined;
    /** Only sends accepted at this time or later. */
    since?: string | Date | undefined;
    /** Only sends accepted before this time. */
    until?: string | Date | undefined;
    /** Only sends of this conversation. */
    thread_id?: string | undefined;
    /** Only replies, only forwards, or "" for only first emails. */
    kind?: "" | "reply" | "forward" | undefined;
    /** True for sends that a person has answered; false for the others. */
    replied?: boolean | undefined;
    /** `approval`: only emails that wait for a person's approval. `draft`: only drafts, which no other list has. */
    waiting_for?: "approval" | "draft" | undefined;
    /** True for sends with a delivery report; false for the others. */
    bounced?: boolean | undefined;
    /** Only sends with this pair, as `metadata[campaign]=spring`; with several, only sends that have all. */
    metadata?: Record<string, string> | undefined;
    /** Only sends with this tag. */
    tag?: string | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Send, Send[]>;
}

export interface IpsResource {
  /** List the account's dedicated IP addresses. `GET /v1/ips` */
  readonly list: (options?: RequestOptions) => Promise<DedicatedIp[]>;
}

export interface MessagesResource {
  /** List inbound messages, newest first; fresh=true pulls new mail first. `GET /v1/inbox/messages` */
  readonly list: (query?: {
    /** Only of this mailbox. */
    mailbox_id?: string | undefined;
    /** Only of this conversation. */
    thread_id?: string | undefined;
    /** Only those that belong to this send. */
    email_job_id?: string | undefined;
    /** Only those that answer or report on a send with this tag. */
    tag?: string | undefined;
    /** Only of this kind. */
    kind?: MessageKind | undefined;
    /** Only answers that mean this, by rule or by correction. */
    intent?: Intent | undefined;
    /** True for unread only; false for read only. */
    unread?: boolean | undefined;
    /** Only messages received at this time or later. */
    since?: string | Date | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** Only messages with all of these words in subject, people or new text. Case and accents do not matter. */
    q?: string | undefined;
    /** True adds the bodies; they are shortened so that a page stays under 5.5 MB. False when absent. */
    include_bodies?: boolean | undefined;
    /** True pulls new mail from the servers first, within 10 seconds, and reports in `sync`. False when absent. */
    fresh?: boolean | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Message, MessageList>;
  /** One inbound message with its full bodies; sanitise body_html before you show it. `GET /v1/inbox/messages/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Message>;
  /** Mark a message read, unread or flagged, move it to another folder, or correct what the rules decided about it. `PATCH /v1/inbox/messages/{id}` */
  readonly update: (id: string, body: MessageChanges, options?: RequestOptions) => Promise<Message>;
  /** Mark up to 100 messages read, unread or flagged, or move them to other folders; each is changed or refused separately. `POST /v1/inbox/messages/change` */
  readonly change: (body: ManyMessageChanges, options?: RequestOptions) => Promise<ManyMessageChangesAnswer>;
  /** Undo the correction of a message: the rules decide again. `DELETE /v1/inbox/messages/{id}/correction` */
  readonly deleteCorrection: (id: string, options?: RequestOptions) => Promise<void>;
  /** The bytes of an attachment, fetched from the provider on demand; supports Range. `GET /v1/inbox/messages/{id}/attachments/{index}` */
  readonly getAttachment: (id: string, index: string | number, options?: RequestOptions) => Promise<Response>;
  /** Reply from a message, with the conversation up to it quoted. `POST /v1/inbox/messages/{id}/reply` */
  readonly reply: (id: string, body: Reply, options?: KeyedOptions) => Promise<AcceptedReply>;
  /** Forward a message; its attachments are listed, or included on request. `POST /v1/inbox/messages/{id}/forward` */
  readonly forward: (id: string, body: Forward, options?: KeyedOptions) => Promise<AcceptedForward>;
}

export interface ThreadsResource {
  /** List conversations by their latest message, or by how long somebody has waited for an answer. `GET /v1/inbox/threads` */
  readonly list: (query?: {
    /** Only of this mailbox. */
    mailbox_id?: string | undefined;
    /** True for unread only; false for read only. */
    unread?: boolean | undefined;
    /** Only with this address in it. */
    participant?: string | undefined;
    /** Only those that belong to this send. */
    email_job_id?: string | undefined;
    /** Only those with a sent email that has this tag. */
    tag?: string | undefined;
    /** Only those whose latest received email is of this kind. */
    kind?: MessageKind | undefined;
    /** Only those whose latest email was received (`inbound`) or sent (`outbound`). `inbound` with a `kind` of people's mail gives what waits for your answer. */
    last_message_direction?: "inbound" | "outbound" | undefined;
    /** Only those whose latest email is from this time or later. */
    since?: string | Date | undefined;
    /** Only those whose latest email is from before this time. */
    before?: string | Date | undefined;
    /** Only those in this state. */
    state?: "open" | "waiting" | "done" | undefined;
    /** Only this person's; empty (`assigned_to=`): only those that nobody has. */
    assigned_to?: string | undefined;
    /** Only those with this label. */
    label?: string | undefined;
    /** True for those in which a person waits for an answer; false for the others. */
    needs_reply?: boolean | undefined;
    /** True for snoozed ones only; false for the others. */
    snoozed?: boolean | undefined;
    /** `latest`, the default: the latest email first. `waiting`: only those in which a person waits for an answer, whoever waits longest first. */
    order?: "latest" | "waiting" | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** Only conversations of the 500 newest messages with all of these words. */
    q?: string | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Thread, ThreadList>;
  /** A conversation: sent and received messages in order of time, then those waiting to be sent. `GET /v1/inbox/threads/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Conversation>;
  /** Mark a whole conversation read, unread or flagged, move it, and say whose turn it is, who has it and what it is about. `PATCH /v1/inbox/threads/{id}` */
  readonly update: (id: string, body: ThreadChanges, options?: RequestOptions) => Promise<Thread>;
  /** Move messages of a conversation into a new one. `POST /v1/inbox/threads/{id}/split` */
  readonly split: (id: string, body: SplitThread, options?: RequestOptions) => Promise<Thread>;
  /** Merge another conversation of the same mailbox into this one, whose id stays. `POST /v1/inbox/threads/{id}/merge` */
  readonly merge: (id: string, body: MergeThread, options?: RequestOptions) => Promise<Thread>;
  /** Reply to the latest message of a conversation, with the full history quoted. `POST /v1/inbox/threads/{id}/reply` */
  readonly reply: (id: string, body: Reply, options?: KeyedOptions) => Promise<AcceptedReply>;
  /** Forward a whole conversation, oldest message first. `POST /v1/inbox/threads/{id}/forward` */
  readonly forward: (id: string, body: Forward, options?: KeyedOptions) => Promise<AcceptedForward>;
}

export interface CountsResource {
  /** The numbers of conversations by state, and of those that are not done by assignee, label and mailbox. `GET /v1/inbox/counts` */
  readonly get: (query?: {
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<ThreadCounts>;
}

export interface ResponseTimesResource {
  /** How long people wait for a first answer, by mailbox, assignee and label, and how old is what is not done. `GET /v1/inbox/response-times` */
  readonly get: (query?: {
    /** Only first answers from this time on; 30 days before `before` when absent, up to 366. */
    since?: string | Date | undefined;
    /** Only first answers before this time; now when absent. */
    before?: string | Date | undefined;
    /** Counts working hours alone, such as `mon,tue,wed,thu,fri 09:00-17:00`, by the clocks of `timezone`; every hour when absent. */
    hours?: string | undefined;
    /** The IANA time zone of `hours`, such as `Europe/Berlin`. */
    timezone?: string | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<ResponseTimes>;
}

export interface NotesResource {
  /** Write a note to a conversation, which nobody outside your team sees; a conversation has up to 200. `POST /v1/inbox/threads/{id}/notes` */
  readonly add: (id: string, body: NewNote, options?: KeyedOptions) => Promise<Note>;
  /** List the notes of a conversation, newest first. `GET /v1/inbox/threads/{id}/notes` */
  readonly list: (id: string, query?: {
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Note, NoteList>;
  /** Write the text of a note anew; a member who is no admin writes only his own. `PATCH /v1/inbox/threads/{id}/notes/{note_id}` */
  readonly update: (id: string, note_id: string, body: NoteChanges, options?: RequestOptions) => Promise<Note>;
  /** Delete a note for good; a member who is no admin deletes only his own. `DELETE /v1/inbox/threads/{id}/notes/{note_id}` */
  readonly delete: (id: string, note_id: string, options?: RequestOptions) => Promise<void>;
}

export interface SequencesResource {
  /** Make a sequence of a first email and follow-ups, to which people are added; it costs nothing until then. `POST /v1/sequences` */
  readonly create: (body: NewSequence, options?: KeyedOptions) => Promise<Sequence>;
  /** List the sequences, newest first, without those that are deleted. `GET /v1/sequences` */
  readonly list: (query?: {
    /** Only sequences of this mailbox. */
    mailbox_id?: string | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Sequence, SequenceList>;
  /** One sequence with its steps. `GET /v1/sequences/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Sequence>;
  /** Change the text of steps for everybody who has not had them, pause it, or let it go on; repeat it until remaining is 0. `PATCH /v1/sequences/{id}` */
  readonly update: (id: string, body: SequenceChanges, options?: RequestOptions) => Promise<ChangedSequence>;
  /** Delete a sequence and cancel what of it waits, without a refund; what has left stays in the log. `DELETE /v1/sequences/{id}` */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
  /** Add up to 1,000 people, each with all steps or not at all: every step costs one credit now, and is never refunded. `POST /v1/sequences/{id}/recipients` */
  readonly addRecipients: (id: string, body: NewSequenceRecipients, options?: KeyedOptions) => Promise<SequenceRecipientsAdded>;
  /** List the people of a sequence with the state of their steps, those added last first. `GET /v1/sequences/{id}/recipients` */
  readonly listRecipients: (id: string, query?: {
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<SequenceRecipient, SequenceRecipientList>;
  /** Cancel a person's steps that wait, with the reason `removed` and without a refund; the person cannot be added again. `DELETE /v1/sequences/{id}/recipients/{recipient_id}` */
  readonly removeRecipient: (id: string, recipient_id: string, options?: RequestOptions) => Promise<void>;
}

export interface EventsResource {
  /** List the events of the last 30 days, in a fixed order without gaps; continue from next_cursor. `GET /v1/events` */
  readonly list: (query?: {
    /** The `next_cursor` of the previous page; the start of the feed when absent. */
    after?: string | undefined;
    /** True reads the feed's end, the newest `limit` events; not together with after. False when absent. */
    latest?: boolean | undefined;
    /** Only events of this type; `next_cursor` passes the others, too. */
    type?: EventType | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** How many events a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
  }, options?: RequestOptions) => Pages<Event, EventList>;
}

export interface MetricsResource {
  /** What happened by the hour or the day, counted from the events: emails sent, answered and bounced, mail received, and how long sending took. `GET /v1/metrics` */
  readonly get: (query?: {
    /** The start of the span, RFC 3339; when absent 24 hours before `to` for `hour`, and 30 days for `day`. */
    from?: string | Date | undefined;
    /** The end of the span, exclusive, RFC 3339; now when absent. A period (UTC) that is only partly in the span is counted whole. */
    to?: string | Date | undefined;
    /** How long a period is: `hour`, kept for 90 days, or `day`, kept for 3 years; `day` when absent. */
    interval?: "hour" | "day" | undefined;
    /** Divides each period: by `mailbox` (its id), `domain` of the mailbox's own address, `tag` of the email, or `kind`; whole periods when absent. For a tenant only `mailbox`. */
    by?: "mailbox" | "domain" | "tag" | "kind" | undefined;
    /** Only what belongs to this tenant's current mailboxes. */
    tenant?: string | undefined;
    /** How many rows a page has, 1 to 200; 200 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<MetricsRow, MetricsList>;
}

export interface WebhooksResource {
  /** Post the account's events to a URL, signed as in Standard Webhooks; the secret is shown once. `POST /v1/webhooks` */
  readonly create: (body: NewWebhook, options?: RequestOptions) => Promise<MadeWebhook>;
  /** List the account's webhooks, oldest first. `GET /v1/webhooks` */
  readonly list: (query?: {
    /** Only this tenant's webhooks. */
    tenant?: string | undefined;
  }, options?: RequestOptions) => Promise<Webhook[]>;
  /** One webhook, without its secret. `GET /v1/webhooks/{id}` */
  readonly get: (id: string, options?: RequestOptions) => Promise<Webhook>;
  /** Change a webhook, or switch it off and on; without types it gets all. `PATCH /v1/webhooks/{id}` */
  readonly update: (id: string, body: WebhookChanges, options?: RequestOptions) => Promise<Webhook>;
  /** Delete a webhook; its waiting events are not posted. `DELETE /v1/webhooks/{id}` */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
  /** Post a webhook.test event now, and return the result; a 2xx answer verifies the URL. `POST /v1/webhooks/{id}/test` */
  readonly test: (id: string, options?: RequestOptions) => Promise<WebhookTest>;
  /** Give a webhook a new secret, shown once; for 24 hours the old one signs too. `POST /v1/webhooks/{id}/rotate-secret` */
  readonly rotateSecret: (id: string, options?: RequestOptions) => Promise<WebhookSecret>;
  /** List the deliveries to a webhook, newest first: status, duration and the first kilobyte of the last answer. `GET /v1/webhooks/{id}/deliveries` */
  readonly listDeliveries: (id: string, query?: {
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<WebhookDelivery, WebhookDelivery[]>;
  /** Post events again with the same ids: the named ones, or up to 1,000 since a time; 404 names ids that are unknown, and posts none. `POST /v1/webhooks/{id}/replay` */
  readonly replay: (id: string, body: WebhookReplay, options?: RequestOptions) => Promise<WebhookReplayed>;
}

export interface SuppressionsResource {
  /** List the suppressed addresses and domains, newest first. `GET /v1/suppressions` */
  readonly list: (query?: {
    /** Only this address, ignoring case; not its domain. */
    email?: string | undefined;
    /** Only this domain as a whole; not the addresses in it. */
    domain?: string | undefined;
    /** Only addresses that are suppressed for this reason. */
    reason?: "manual" | "bounced" | "unsubscribed" | "complained" | "asked" | undefined;
    /** How many rows a page has, 1 to 200; 50 when absent. */
    limit?: number | undefined;
    /** How many rows are skipped, 0 to 10,000; 0 when absent. */
    offset?: number | undefined;
    /** Where the page starts: the `next_cursor` of an earlier answer; not together with offset. */
    cursor?: string | undefined;
  }, options?: RequestOptions) => Pages<Suppression, SuppressionList>;
  /** Suppress up to 1,000 addresses and domains: no more mail is sent to them. `POST /v1/suppressions` */
  readonly add: (body: NewSuppressions, options?: RequestOptions) => Promise<Suppressions>;
  /** Remove a suppression; {id} is its id, the address or the domain. `DELETE /v1/suppressions/{id}` */
  readonly remove: (id: string, options?: RequestOptions) => Promise<void>;
}

export interface SandboxResource {
  /** The time of the account's test world. `GET /v1/sandbox/clock` */
  readonly getClock: (options?: RequestOptions) => Promise<SandboxClock>;
  /** Move the time of the account's test world; what becomes due meanwhile happens in order, each at its time. `POST /v1/sandbox/clock` */
  readonly moveClock: (body: MoveClock, options?: RequestOptions) => Promise<MovedClock>;
  /** Let a mail of your own arrive at a sandbox mailbox. `POST /v1/sandbox/mails` */
  readonly putMail: (body: SandboxMail, options?: RequestOptions) => Promise<SandboxMailAccepted>;
  /** Empty the account's test world: mailboxes, mail, sends, events and webhooks are gone, and its clock shows real time again. `POST /v1/sandbox/reset` */
  readonly reset: (options?: RequestOptions) => Promise<void>;
}

/** Every operation by its resource. */
export interface Resources {
  readonly auth: AuthResource;
  readonly apiKeys: ApiKeysResource;
  readonly members: MembersResource;
  readonly account: AccountResource;
  readonly auditLog: AuditLogResource;
  readonly attention: AttentionResource;
  readonly credits: CreditsResource;
  readonly providers: ProvidersResource;
  readonly mailboxes: MailboxesResource;
  readonly rehearsals: RehearsalsResource;
  readonly oauthClients: OauthClientsResource;
  readonly pools: PoolsResource;
  readonly connectLinks: ConnectLinksResource;
  readonly sends: SendsResource;
  readonly ips: IpsResource;
  readonly messages: MessagesResource;
  readonly threads: ThreadsResource;
  readonly counts: CountsResource;
  readonly responseTimes: ResponseTimesResource;
  readonly notes: NotesResource;
  readonly sequences: SequencesResource;
  readonly events: EventsResource;
  readonly metrics: MetricsResource;
  readonly webhooks: WebhooksResource;
  readonly suppressions: SuppressionsResource;
  readonly sandbox: SandboxResource;
}

/** Every type of event. */
export const eventTypes: readonly EventType[] = ["send.sent","send.failed","send.cancelled","send.held","send.edited","send.approved","send.rejected","send.bounced","send.complained","send.replied","send.settled","message.received","message.corrected","message.changed","message.removed","thread.changed","mailbox.connected","mailbox.error","mailbox.disconnected","mailbox.recovered","mailbox.audited","mailbox.sent_copies","connect_link.completed","connect_link.failed","wallet.low","wallet.empty","webhook.disabled","suppression.added"];

/** The request of each method, by the method's name. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  "auth.logIn": { method: "POST", path: "/api/v1/auth/login", takes: "body" },
  "apiKeys.create": { method: "POST", path: "/v1/api-keys", takes: "body" },
  "apiKeys.list": { method: "GET", path: "/v1/api-keys", takes: "query" },
  "apiKeys.delete": { method: "DELETE", path: "/v1/api-keys/{id}" },
  "members.create": { method: "POST", path: "/v1/members", takes: "body" },
  "members.inviteAgain": { method: "POST", path: "/v1/members/{id}/invitation" },
  "members.list": { method: "GET", path: "/v1/members" },
  "members.update": { method: "PATCH", path: "/v1/members/{id}", takes: "body" },
  "members.delete": { method: "DELETE", path: "/v1/members/{id}" },
  "account.get": { method: "GET", path: "/v1/account" },
  "account.update": { method: "PATCH", path: "/v1/account", takes: "body" },
  "auditLog.list": { method: "GET", path: "/v1/audit-log", takes: "query", readOn: "pages", rows: "entries" },
  "attention.list": { method: "GET", path: "/v1/attention", takes: "query" },
  "credits.get": { method: "GET", path: "/v1/credits" },
  "credits.listTransactions": { method: "GET", path: "/v1/credits/transactions", takes: "query", readOn: "pages", rows: "transactions" },
  "providers.list": { method: "GET", path: "/v1/providers" },
  "mailboxes.discover": { method: "GET", path: "/v1/mailboxes/discover", takes: "query" },
  "mailboxes.connect": { method: "POST", path: "/v1/mailboxes", takes: "body", idempotent: true },
  "mailboxes.list": { method: "GET", path: "/v1/mailboxes", takes: "query", readOn: "pages", rows: "" },
  "mailboxes.get": { method: "GET", path: "/v1/mailboxes/{id}" },
  "mailboxes.getCapacity": { method: "GET", path: "/v1/mailboxes/{id}/capacity" },
  "rehearsals.create": { method: "POST", path: "/v1/rehearsals", takes: "body" },
  "rehearsals.get": { method: "GET", path: "/v1/rehearsals/{id}" },
  "rehearsals.listEmails": { method: "GET", path: "/v1/rehearsals/{id}/emails", takes: "query" },
  "mailboxes.update": { method: "PATCH", path: "/v1/mailboxes/{id}", takes: "body" },
  "mailboxes.delete": { method: "DELETE", path: "/v1/mailboxes/{id}", takes: "query" },
  "mailboxes.test": { method: "POST", path: "/v1/mailboxes/{id}/test" },
  "mailboxes.checkDns": { method: "POST", path: "/v1/mailboxes/{id}/dns" },
  "mailboxes.configureInbox": { method: "POST", path: "/v1/mailboxes/{id}/inbox", takes: "body" },
  "mailboxes.oauthUrl": { method: "GET", path: "/v1/mailboxes/oauth/{provider}/url", takes: "query" },
  "mailboxes.getAudit": { method: "GET", path: "/v1/mailboxes/{id}/audit" },
  "mailboxes.startAudit": { method: "POST", path: "/v1/mailboxes/{id}/audit" },
  "oauthClients.create": { method: "POST", path: "/v1/oauth-clients", takes: "body", idempotent: true },
  "oauthClients.list": { method: "GET", path: "/v1/oauth-clients" },
  "oauthClients.get": { method: "GET", path: "/v1/oauth-clients/{id}" },
  "oauthClients.update": { method: "PATCH", path: "/v1/oauth-clients/{id}", takes: "body" },
  "oauthClients.delete": { method: "DELETE", path: "/v1/oauth-clients/{id}" },
  "pools.put": { method: "PUT", path: "/v1/pools/{name}", takes: "body" },
  "pools.list": { method: "GET", path: "/v1/pools", takes: "query" },
  "pools.get": { method: "GET", path: "/v1/pools/{name}", takes: "query" },
  "pools.delete": { method: "DELETE", path: "/v1/pools/{name}" },
  "connectLinks.create": { method: "POST", path: "/v1/connect-links", takes: "body" },
  "connectLinks.list": { method: "GET", path: "/v1/connect-links", takes: "query", readOn: "pages", rows: "connect_links" },
  "connectLinks.get": { method: "GET", path: "/v1/connect-links/{id}" },
  "connectLinks.delete": { method: "DELETE", path: "/v1/connect-links/{id}" },
  "sends.create": { method: "POST", path: "/v1/send", takes: "body", idempotent: true },
  "sends.createBatch": { method: "POST", path: "/v1/send/batch", takes: "body", idempotent: true },
  "sends.get": { method: "GET", path: "/v1/send/{id}" },
  "sends.getStatus": { method: "GET", path: "/v1/send/{id}/status" },
  "sends.getEvidence": { method: "GET", path: "/v1/send/{id}/evidence" },
  "sends.update": { method: "PATCH", path: "/v1/send/{id}", takes: "body" },
  "sends.cancel": { method: "POST", path: "/v1/send/{id}/cancel", takes: "body" },
  "sends.approve": { method: "POST", path: "/v1/send/{id}/approve", takes: "body" },
  "sends.approveMany": { method: "POST", path: "/v1/send/approve", takes: "body" },
  "sends.cancelMany": { method: "POST", path: "/v1/send/cancel", takes: "body" },
  "sends.followUp": { method: "POST", path: "/v1/send/{id}/reply", takes: "body", idempotent: true },
  "sends.list": { method: "GET", path: "/v1/logs", takes: "query", readOn: "pages", rows: "" },
  "ips.list": { method: "GET", path: "/v1/ips" },
  "messages.list": { method: "GET", path: "/v1/inbox/messages", takes: "query", readOn: "pages", rows: "messages" },
  "messages.get": { method: "GET", path: "/v1/inbox/messages/{id}" },
  "messages.update": { method: "PATCH", path: "/v1/inbox/messages/{id}", takes: "body" },
  "messages.change": { method: "POST", path: "/v1/inbox/messages/change", takes: "body" },
  "messages.deleteCorrection": { method: "DELETE", path: "/v1/inbox/messages/{id}/correction" },
  "messages.getAttachment": { method: "GET", path: "/v1/inbox/messages/{id}/attachments/{index}", raw: true },
  "messages.reply": { method: "POST", path: "/v1/inbox/messages/{id}/reply", takes: "body", idempotent: true },
  "messages.forward": { method: "POST", path: "/v1/inbox/messages/{id}/forward", takes: "body", idempotent: true },
  "threads.list": { method: "GET", path: "/v1/inbox/threads", takes: "query", readOn: "pages", rows: "threads" },
  "counts.get": { method: "GET", path: "/v1/inbox/counts", takes: "query" },
  "responseTimes.get": { method: "GET", path: "/v1/inbox/response-times", takes: "query" },
  "threads.get": { method: "GET", path: "/v1/inbox/threads/{id}" },
  "threads.update": { method: "PATCH", path: "/v1/inbox/threads/{id}", takes: "body" },
  "notes.add": { method: "POST", path: "/v1/inbox/threads/{id}/notes", takes: "body", idempotent: true },
  "notes.list": { method: "GET", path: "/v1/inbox/threads/{id}/notes", takes: "query", readOn: "pages", rows: "notes" },
  "notes.update": { method: "PATCH", path: "/v1/inbox/threads/{id}/notes/{note_id}", takes: "body" },
  "notes.delete": { method: "DELETE", path: "/v1/inbox/threads/{id}/notes/{note_id}" },
  "threads.split": { method: "POST", path: "/v1/inbox/threads/{id}/split", takes: "body" },
  "threads.merge": { method: "POST", path: "/v1/inbox/threads/{id}/merge", takes: "body" },
  "threads.reply": { method: "POST", path: "/v1/inbox/threads/{id}/reply", takes: "body", idempotent: true },
  "threads.forward": { method: "POST", path: "/v1/inbox/threads/{id}/forward", takes: "body", idempotent: true },
  "sequences.create": { method: "POST", path: "/v1/sequences", takes: "body", idempotent: true },
  "sequences.list": { method: "GET", path: "/v1/sequences", takes: "query", readOn: "pages", rows: "sequences" },
  "sequences.get": { method: "GET", path: "/v1/sequences/{id}" },
  "sequences.update": { method: "PATCH", path: "/v1/sequences/{id}", takes: "body" },
  "sequences.delete": { method: "DELETE", path: "/v1/sequences/{id}" },
  "sequences.addRecipients": { method: "POST", path: "/v1/sequences/{id}/recipients", takes: "body", idempotent: true },
  "sequences.listRecipients": { method: "GET", path: "/v1/sequences/{id}/recipients", takes: "query", readOn: "pages", rows: "recipients" },
  "sequences.removeRecipient": { method: "DELETE", path: "/v1/sequences/{id}/recipients/{recipient_id}" },
  "events.list": { method: "GET", path: "/v1/events", takes: "query", readOn: "feed", rows: "events" },
  "metrics.get": { method: "GET", path: "/v1/metrics", takes: "query", readOn: "pages", rows: "metrics" },
  "webhooks.create": { method: "POST", path: "/v1/webhooks", takes: "body" },
  "webhooks.list": { method: "GET", path: "/v1/webhooks", takes: "query" },
  "webhooks.get": { method: "GET", path: "/v1/webhooks/{id}" },
  "webhooks.update": { method: "PATCH", path: "/v1/webhooks/{id}", takes: "body" },
  "webhooks.delete": { method: "DELETE", path: "/v1/webhooks/{id}" },
  "webhooks.test": { method: "POST", path: "/v1/webhooks/{id}/test" },
  "webhooks.rotateSecret": { method: "POST", path: "/v1/webhooks/{id}/rotate-secret" },
  "webhooks.listDeliveries": { method: "GET", path: "/v1/webhooks/{id}/deliveries", takes: "query", readOn: "pages", rows: "" },
  "webhooks.replay": { method: "POST", path: "/v1/webhooks/{id}/replay", takes: "body" },
  "suppressions.list": { method: "GET", path: "/v1/suppressions", takes: "query", readOn: "pages", rows: "suppressions" },
  "suppressions.add": { method: "POST", path: "/v1/suppressions", takes: "body" },
  "suppressions.remove": { method: "DELETE", path: "/v1/suppressions/{id}" },
  "sandbox.getClock": { method: "GET", path: "/v1/sandbox/clock" },
  "sandbox.moveClock": { method: "POST", path: "/v1/sandbox/clock", takes: "body" },
  "sandbox.putMail": { method: "POST", path: "/v1/sandbox/mails", takes: "body" },
  "sandbox.reset": { method: "POST", path: "/v1/sandbox/reset" },
};
