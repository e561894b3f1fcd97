/** What needs a person, those first of which there are few, so that many of one kind hide no other. */
export const attentionKinds = [
  "wallet_low",
  "webhook_failing",
  "mailbox_disconnected",
  "mailbox_failing",
  "dns_broken",
  "answer_unclear",
  "send_unknown",
  "audit_losses",
] as const;
/** What kind of trouble needs a person. */
export type AttentionKind = (typeof attentionKinds)[number];

/** `urgent`: something stands still. `soon`: something fails or will. `note`: worth knowing. */
export const severities = ["urgent", "soon", "note"] as const;
/** How urgent it is. */
export type Severity = (typeof severities)[number];

/** What it is about. */
export interface Subject {
  readonly type: "mailbox" | "webhook" | "send" | "wallet";
  readonly id: string;
  /** What a person calls it: an address or a URL. */
  readonly name: string;
}

/** One thing that needs a person; it goes when its cause is gone. */
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
