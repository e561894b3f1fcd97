// Requests that fit each operation of the table.
import type { OperationId } from "#shared/service/operations.ts";
import { mailboxAt, ABSENT } from "./client.ts";
import { type Owned, REDIRECT_URI, type Target } from "./target.ts";

/** The kinds of what an account owns. */
export type Kind = keyof Owned;
/** The kind of the id in an operation's path. */
export const kindOf = (path: string): Kind | undefined =>
  path.includes("/mailboxes/{id}")
    ? "mailbox"
    : path.includes("/send/{id}")
      ? "send"
      : path.includes("/messages/{id}")
        ? "message"
        : path.includes("/threads/{id}")
          ? "thread"
          : path.includes("/api-keys/{id}")
            ? "apiKey"
            : path.includes("/connect-links/{id}")
              ? "connectLink"
              : path.includes("/sequences/{id}")
                ? "sequence"
                : undefined;

/** A body that the operation accepts, where it needs one. */
export const bodyFor = (id: OperationId, target: Target, mailboxId: string): unknown => {
  const bodies: Partial<Record<OperationId, unknown>> = {
    "auth/login": { email: "nobody@example.com", password: "wrong" },
    "connect-links/create": { redirect_uri: REDIRECT_URI, state: "customer-4711" },
    "sending/patch": { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() },
    "auth/create-api-key": { name: "contract", scopes: ["read"] },
    "mailboxes/connect": mailboxAt(target.mail, "another@sandbox.test"),
    "mailboxes/patch": { display_name: "Renamed" },
    "mailboxes/configure-inbox": { enabled: true },
    "sending/send": { mailbox_id: mailboxId, to: "someone@sandbox.test", subject: "Hi", body_text: "Hi" },
    "sending/send-batch": { emails: [{ mailbox_id: mailboxId, to: "someone@sandbox.test", subject: "Hi", body_text: "Hi" }] },
    "sending/cancel": {},
    "sending/cancel-many": { ids: [ABSENT] },
    "sending/approve": { revision: 1 },
    "sending/approve-many": { items: [{ id: ABSENT, revision: 1 }] },
    "sending/follow-up": { body_text: "And?" },
    "inbox/patch-message": { is_read: true },
    "inbox/change-messages": { changes: [{ id: ABSENT, is_read: true }] },
    "inbox/patch-thread": { is_read: true },
    "inbox/add-note": { text: "Told to nobody" },
    "inbox/patch-note": { text: "Told to nobody, anew" },
    "sequences/create": { mailbox_id: mailboxId, steps: [{ subject: "Hi", body_text: "Hi" }] },
    "sequences/patch": { name: "Renamed" },
    "sequences/add-recipients": { recipients: [{ to: "someone@sandbox.test" }] },
    "inbox/split-thread": { message_ids: [ABSENT] },
    "inbox/merge-thread": { thread_id: ABSENT },
    "inbox/reply-to-message": { body_text: "Thanks" },
    "inbox/reply-to-thread": { body_text: "Thanks" },
    "inbox/forward-message": { to: "someone@sandbox.test" },
    "inbox/forward-thread": { to: "someone@sandbox.test" },
    "account/patch": { low_balance: 50 },
    "suppressions/add": { emails: ["stop@example.net"] },
    "oauth-clients/create": { provider: "google", client_id: "own-4711", client_secret: "secret-4711", name: "Our own" },
    "oauth-clients/patch": { name: "Renamed" },
    "pools/put": { mailbox_ids: [mailboxId, ABSENT] },
    "webhooks/create": { url: "https://hooks.example.com/mail" },
    "webhooks/patch": { description: "CRM" },
    "rehearsals/create": { for: "P1D" },
    "sandbox/move-clock": { advance: "PT0S" },
    "sandbox/put-mail": { mailbox_id: mailboxId, mime: "Subject: Hi\n\nHi\n" },
    "members/create": { name: "Anna", role: "viewer", mailbox_ids: [mailboxId] },
    "members/patch": { role: "viewer", mailbox_ids: [mailboxId] },
    "webhooks/replay": { since: "2026-11-21T09:00:00Z" },
  };
  return bodies[id];
};

/** An operation's path with its placeholders filled; what stands within a record (a note, a person of a sequence, a pool's name) after its id and a slash. */
export const pathFor = (path: string, ids: string): string => {
  const [id = "", second] = ids.split("/");
  return path
    .replace("{id}", id)
    .replace("{note_id}", second ?? ABSENT)
    .replace("{recipient_id}", second ?? ABSENT)
    .replace("{index}", "0")
    .replace("{provider}", "google")
    .replace("{name}", (second ?? id) || "sales")
    .replace("{file}", "start.js");
};
