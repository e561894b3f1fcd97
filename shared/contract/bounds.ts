import type { BoundKind } from "../domain/auth/bound-kind.ts";
import type { routedOperations } from "./routes.ts";

/**
 * What a bound key may do with an operation. `open`: it needs no key. `all`: it reads nothing of an account's mailboxes. `none`: 404, like a path that does not exist.
 * `tenant`: a key that is bound to a tenant, else `none`. Otherwise the ids that the request names in its path, query or body, each by its kind:
 * those outside of the bounds are 404; `rows` says that the answer lists only what is within; `by` closes it to keys that are bound to mailboxes.
 */
export type BoundRule =
  | "open"
  | "all"
  | "none"
  | "tenant"
  | {
      readonly id?: BoundKind;
      readonly named?: Readonly<Record<string, BoundKind>>;
      readonly rows?: "within";
      readonly by?: "tenant";
    };

type AnyId = (typeof routedOperations)[number]["id"];

const filters = { mailbox_id: "mailbox", thread_id: "thread", email_job_id: "send" } as const;

/** The rule of every operation; one without a rule does not compile (contract/README.md, "Tenants and bound keys"). */
export const boundRules = {
  "auth/login": "open",
  "auth/create-api-key": "none",
  "auth/list-api-keys": "none",
  "auth/delete-api-key": "none",
  "account/get": "none",
  "account/patch": "none",
  "audit-log/list": "none",
  "attention/list": { rows: "within" },
  "credits/get-balance": "none",
  "credits/list-transactions": "none",
  "mailboxes/connect": "tenant",
  "mailboxes/list": { rows: "within" },
  "mailboxes/get": { id: "mailbox" },
  "mailboxes/get-capacity": { id: "mailbox" },
  "mailboxes/patch": { id: "mailbox" },
  "mailboxes/delete": { id: "mailbox" },
  "mailboxes/test": { id: "mailbox" },
  "mailboxes/check-dns": { id: "mailbox" },
  "mailboxes/configure-inbox": { id: "mailbox" },
  "mailboxes/discover": "all",
  "mailboxes/oauth-url": "all",
  "mailboxes/get-audit": { id: "mailbox" },
  "mailboxes/start-audit": { id: "mailbox" },
  "sending/send": { named: { mailbox_id: "mailbox" } },
  "sending/send-batch": { rows: "within" },
  "sending/get": { id: "send" },
  "sending/get-status": { id: "send" },
  "sending/patch": { id: "send" },
  "sending/cancel": { id: "send" },
  "sending/cancel-many": { rows: "within" },
  "sending/follow-up": { id: "send" },
  "sending/list-logs": { rows: "within" },
  "sending/list-ips": "none",
  "inbox/list-messages": { named: filters, rows: "within" },
  "inbox/get-message": { id: "message" },
  "inbox/patch-message": { id: "message" },
  "inbox/delete-correction": { id: "message" },
  "inbox/get-attachment": { id: "message" },
  "inbox/reply-to-message": { id: "message" },
  "inbox/forward-message": { id: "message" },
  "inbox/list-threads": { named: filters, rows: "within" },
  "inbox/get-thread": { id: "thread" },
  "inbox/patch-thread": { id: "thread" },
  "inbox/split-thread": { id: "thread" },
  "inbox/merge-thread": { id: "thread", named: { thread_id: "thread" } },
  "inbox/reply-to-thread": { id: "thread" },
  "inbox/forward-thread": { id: "thread" },
  "events/list": { rows: "within" },
  "metrics/get": { rows: "within" },
  "webhooks/create": "none",
  "webhooks/list": "none",
  "webhooks/get": "none",
  "webhooks/patch": "none",
  "webhooks/delete": "none",
  "webhooks/test": "none",
  "webhooks/rotate-secret": "none",
  "webhooks/list-deliveries": "none",
  "webhooks/replay": "none",
  "suppressions/list": "none",
  "suppressions/add": "none",
  "suppressions/remove": "none",
  "suppressions/unsubscribe-page": "open",
  "suppressions/unsubscribe": "open",
  "docs/get-openapi": "open",
  "docs/get-page": "open",
  "docs/get-file": "open",
  "connect-links/create": { named: { mailbox_id: "mailbox" }, by: "tenant" },
  "connect-links/list": { rows: "within", by: "tenant" },
  "connect-links/get": { id: "connectLink", by: "tenant" },
  "connect-links/delete": { id: "connectLink", by: "tenant" },
  "connect/show": "open",
  "connect/submit": "open",
  "connect/callback": "open",
  "console/get-page": "open",
  "console/get-file": "open",
  "console/create-session": "open",
  "console/get-session": "none",
  "console/delete-session": "none",
  "console/get-frame": { id: "email" },
} as const satisfies Readonly<Record<AnyId, BoundRule>>;
