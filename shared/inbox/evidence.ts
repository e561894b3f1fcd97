import { notFound } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Send } from "#shared/sending/send.ts";
import { allRecipients } from "#shared/sending/recipients.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import type { Audits, AuditReport } from "./audit/audit.ts";
import type { ListedMessage } from "./message.ts";
import type { Messages } from "./ports/messages.ts";

/**
 * What came in a send's conversation after it left, the most significant first. `unclear`: mail that only one sign links to the send; `other_mail`:
 * mail of people other than its recipients.
 */
export const foundKinds = ["complaint", "bounce", "answer", "unclear", "other_mail", "automatic_answer", "nothing"] as const;
/** One of `foundKinds`. */
export type FoundKind = (typeof foundKinds)[number];

/** Why it is not proved that nobody answered; "" when it is. */
export const unprovenReasons = ["", "not_sent", "something_came", "not_audited", "audit_incomplete"] as const;
/** One of `unprovenReasons`. */
export type UnprovenReason = (typeof unprovenReasons)[number];

/** What is known about whether a send was answered. */
export interface Evidence {
  readonly sendId: string;
  readonly status: Send["status"];
  readonly sentAt?: Date;
  /** The words of the server that accepted it; absent where none are known. */
  readonly acceptedWith?: string;
  readonly found: FoundKind;
  /** The message that says so; absent for nothing, and for a report that the send's record alone keeps. */
  readonly messageId?: string;
  /** When the mailbox's inbox was last read to its end. */
  readonly readAt?: Date;
  /** The last comparison of the mailbox with its server. */
  readonly audit?: Pick<AuditReport, "checkedAt" | "since" | "complete">;
  /** Until when it is proved that nothing came. */
  readonly silentUntil?: Date;
  readonly unproven: UnprovenReason;
}

/** How many of the conversation's newest messages are looked at. */
const MESSAGES_MAX = 100;

/** The dependencies of showing evidence. */
export interface EvidencePorts {
  readonly sends: Pick<Sends, "find">;
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly audits: Pick<Audits, "find">;
  readonly messages: Pick<Messages, "list">;
}

/** GET /v1/send/{id}/evidence; throws `notFound`. */
export const evidenceOf = async (ports: EvidencePorts, userId: string, id: string): Promise<Evidence> => {
  const send = await ports.sends.find(userId, id);
  if (!send) throw notFound("Send");
  const [mailbox, audit, messages] = await Promise.all([
    ports.mailboxes.find(userId, send.mailboxId),
    ports.audits.find({ id: send.mailboxId, userId }),
    send.sentAt ? cameSince(ports, send, send.sentAt) : [],
  ]);
  return judged(send, messages, { readAt: mailbox?.inboxLastSyncAt, last: audit?.last });
};

/** What the conversation has received since; without a conversation, what is linked to the send. */
const cameSince = ({ messages }: EvidencePorts, { id, userId, threadId, mailboxId }: Send, since: Date) => {
  const which = threadId === undefined ? { emailJobId: id } : { threadId };
  return messages.list(userId, { ...which, mailboxId, since }, { limit: MESSAGES_MAX, offset: 0 });
};

/** What a received message tells about a send to these addresses; undefined for mass mail and the mailbox's own. */
const tells = ({ kind, direction, newcomer, from }: ListedMessage, sentTo: ReadonlySet<string>): FoundKind | undefined => {
  if (direction === "outbound" || kind === "bulk") return undefined;
  if (newcomer) return "unclear";
  if (kind === "bounce") return "bounce";
  if (kind === "auto_reply") return "automatic_answer";
  return sentTo.has(from.email.toLowerCase()) ? "answer" : "other_mail";
};

/** What the send's own record keeps of reports and answers. */
const recordedOn = ({
  complainedAt,
  bouncedAt,
  repliedAt,
}: Pick<Send, "complainedAt" | "bouncedAt" | "repliedAt">): readonly FoundKind[] => [
  ...(complainedAt ? (["complaint"] as const) : []),
  ...(bouncedAt ? (["bounce"] as const) : []),
  ...(repliedAt ? (["answer"] as const) : []),
];

/**
 * Judges these facts. That nobody answered is proved by a complete audit that ended after the send left and covers mail received since before it
 * left.
 */
export const judged = (
  send: Parameters<typeof allRecipients>[0] &
    Pick<Send, "id" | "status" | "sentAt" | "serverReply" | "bouncedAt" | "complainedAt" | "repliedAt">,
  messages: readonly ListedMessage[],
  { readAt, last }: { readonly readAt?: Date | undefined; readonly last?: AuditReport | undefined },
): Evidence => {
  const { id, status, sentAt, serverReply } = send;
  const sentTo = new Set(allRecipients(send).map((email) => email.toLowerCase()));
  const told = messages.flatMap((message) => {
    const kind = tells(message, sentTo);
    return kind ? [{ kind, id: message.id }] : [];
  });
  const recorded = recordedOn(send);
  const found = foundKinds.find((kind) => recorded.includes(kind) || told.some((one) => one.kind === kind)) ?? "nothing";
  const messageId = told.find(({ kind }) => kind === found)?.id;
  const unproven = unprovenBy(sentAt, found, last);
  return {
    sendId: id,
    status,
    found,
    unproven,
    ...(sentAt && { sentAt }),
    ...(serverReply !== undefined && { acceptedWith: serverReply }),
    ...(messageId !== undefined && { messageId }),
    ...(readAt && { readAt }),
    ...(last && { audit: { checkedAt: last.checkedAt, since: last.since, complete: last.complete } }),
    ...(unproven === "" && last && { silentUntil: last.checkedAt }),
  };
};

const unprovenBy = (sentAt: Date | undefined, found: FoundKind, audit: AuditReport | undefined): UnprovenReason => {
  if (!sentAt) return "not_sent";
  if (found !== "nothing") return "something_came";
  if (!audit || audit.checkedAt <= sentAt || audit.since > sentAt) return "not_audited";
  return audit.complete ? "" : "audit_incomplete";
};
