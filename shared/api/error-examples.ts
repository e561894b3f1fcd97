import { errorNames, type ErrorBody, type ErrorType } from "./errors.ts";
import { fieldProblems } from "./field-errors.ts";
import type { ErrorStatus, Operation } from "./operation.ts";

type Example = readonly [type: ErrorType, message: string, details?: ErrorBody["details"]];

/** The resource that was not found, by a part of the path; the last match counts. */
const resources = [
  ["/mailboxes/", "Mailbox"],
  ["/send", "Mailbox"],
  ["/send/{id}", "Send"],
  ["/messages/{id}", "Message"],
  ["/threads/{id}", "Thread"],
  ["/notes/{note_id}", "Note"],
  ["/{index}", "Attachment"],
  ["/api-keys/", "API key"],
  ["/suppressions/", "Suppression"],
  ["/account", "Account"],
  ["/unsubscribe/", "Link"],
  ["/docs/", "File"],
] as const;

/** The parser's errors for a request that contains only a misspelt field: every required field, and the unknown one by name. */
const badFields = ({ body, query }: Operation): ErrorBody["details"] => {
  const typo = { surprise: true };
  const { error } = (body ?? query)?.safeParse(typo) ?? {};
  return error
    ? fieldProblems(error, typo).map(({ field, message }) => ({ field, message }))
    : [{ field: "surprise", message: "is not a known field" }];
};

const disconnected: Example = ["mailbox_disconnected", "The mailbox is disconnected", "the mailbox is disconnected: reconnect it first"];

const suppressed: Example = ["recipient_suppressed", "A recipient is suppressed", "to is suppressed: bounced"];

/** The conflicts of each operation; those with an Idempotency-Key have one more. */
const conflicts: Readonly<Record<string, readonly Example[]>> = {
  "auth/create-api-key": [["conflict", "Too many API keys", "the account has 100 named keys: delete one first"]],
  "mailboxes/connect": [
    [
      "conflict",
      "The mailbox is connected already",
      "the mailbox 655f1c2e9b1e8a00123456aa with the address sales@sandbox.test is connected and active",
    ],
  ],
  "mailboxes/configure-inbox": [["mailbox_disconnected", "Reconnect this mailbox", "the mailbox is disconnected: connect it again first"]],
  "sending/cancel": [["conflict", "The send cannot be cancelled", "the send is sent"]],
  "sending/send": [disconnected, suppressed],
  "sending/follow-up": [["conflict", "The original will never be sent", "the original send is cancelled"], disconnected, suppressed],
  "inbox/add-note": [["conflict", "The conversation has too many notes", "it has 200, the most there may be"]],
  "inbox/patch-thread": [["conflict", "The conversation was changed meanwhile", "its revision is 4"]],
  "inbox/reply-to-message": [disconnected, suppressed],
  "inbox/forward-message": [disconnected, suppressed],
  "inbox/reply-to-thread": [
    ["conflict", "The thread has nothing to reply to", "the thread has no message that was sent or received"],
    disconnected,
    suppressed,
  ],
  "inbox/forward-thread": [
    ["conflict", "The thread has nothing to forward", "the thread has no message that was sent or received"],
    disconnected,
    suppressed,
  ],
};
const full: Example = [
  "sandbox_full",
  "The test world is full",
  "it holds 100 MB or 50000 records, the most there may be: empty it with POST /v1/sandbox/reset",
];
const keyTaken: Example = ["idempotency_conflict", "The Idempotency-Key is taken", "this Idempotency-Key was used with another request"];

/** One entry for each status: its message for any operation. */
const anywhere: Readonly<Record<ErrorStatus, (operation: Operation) => readonly Example[]>> = {
  400: (operation) => [["invalid_fields", "The request is invalid", badFields(operation)]],
  401: ({ id }) => [
    ["unauthorized", id === "auth/login" ? "The email or the password is wrong" : "A valid API key is required in X-API-Key"],
  ],
  402: () => [["wallet_empty", "The wallet is empty"]],
  403: ({ scope }) => [["insufficient_scope", `This API key lacks the scope "${scope}"`]],
  404: ({ path }) => [["not_found", `${resources.findLast(([part]) => path.includes(part))?.[1] ?? "Mailbox"} not found`]],
  405: ({ method }) => [["method_not_allowed", `${method} is not allowed here`]],
  409: ({ id, idempotent, fills, errors }) => [
    ...(errors.includes(409) ? (conflicts[id] ?? [disconnected]) : []),
    ...(idempotent ? [keyTaken] : []),
    ...(fills ? [full] : []),
  ],
  410: ({ id }) => [
    [
      "gone",
      id === "events/list"
        ? "Events after this cursor are older than 30 days and have been deleted; start without `after`"
        : "The message has left the mail server",
    ],
  ],
  413: ({ method }) => [
    [
      "too_large",
      method === "GET"
        ? "The attachment is larger than 4400000 bytes: request it in parts, such as Range: bytes=0-4399999"
        : "The request body is larger than 5.5 MB",
    ],
  ],
  415: ({ form }) => [["unsupported_media_type", `Send the body as Content-Type: application/${form ? "x-www-form-urlencoded" : "json"}`]],
  416: () => [["range_not_satisfiable", "The attachment has 2048 bytes"]],
  429: () => [["rate_limited", "Too many requests"]],
  500: () => [["internal_error", "Something went wrong on our side"]],
  502: () => [["connection_failed", "SMTP: the server cannot be reached or does not answer as expected; check host, port and encryption"]],
  503: ({ inMaintenance }) => [
    [
      "unavailable",
      inMaintenance === "refused"
        ? "The service is in maintenance: reads go on, changes do not; try again later"
        : "The service cannot reach its database; try again",
    ],
  ],
};

/** Examples of an operation's error bodies for a status, one for each error `type`. */
export const errorExamples = (operation: Operation, status: ErrorStatus): ErrorBody[] =>
  anywhere[status](operation).map(([type, message, details]) => ({
    error: errorNames[status],
    message,
    code: status,
    type,
    ...(details === undefined ? {} : { details }),
    ...(status === 500 || status === 503 ? { requestId: "5f0c9a7b-0000-4000-8000-000000000000" } : {}),
  }));
