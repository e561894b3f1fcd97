import * as z from "zod/mini";
import { auditActions, auditOutcomes, type AuditEntry, type AuditFilter } from "../audit-log.ts";
import { described, named, operation } from "#shared/api/operation.ts";
import { dateTime, dateTimeOut } from "#shared/api/fields.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";

const action = named(
  "AuditAction",
  z.enum(auditActions, `must be one of ${auditActions.join(", ")}`),
  "An action that the audit log records.",
);

/** An entry of the audit log: names of fields only, never their values. */
export const auditEntry = named(
  "AuditEntry",
  z.object({
    id: described(z.string(), "The entry's id."),
    action: described(action, "What happened; `operator.command` when the operator did it."),
    outcome: described(
      z.enum(auditOutcomes),
      "`done`; `refused`, recorded only for logins; `failed` when the service failed midway, so that the action may have taken effect in part.",
    ),
    operation: described(
      z.string(),
      "The operation, such as `mailboxes/patch` (its `operationId` in this document has an underscore for the slash), or the operator's command.",
    ),
    key_id: described(z.string(), 'The API key of the request; for a login the key that it created; "" for none.'),
    member_id: described(z.string(), 'The member of the account who did it in the console; "" for its owner, and for keys.'),
    resource_id: described(
      z.string(),
      'The id of the key, member, mailbox, OAuth client, webhook or account that was changed; "" for none.',
    ),
    fields: described(z.array(z.string()), "The names of the given fields; their values are not recorded."),
    content_sha256: described(
      z.string(),
      'Of an approval: the SHA-256 of what was approved, hexadecimal (sender, Reply-To, recipients, subject, bodies, headers and files); "" for the rest.',
    ),
    source_ip: described(z.string(), 'The address that the request came from; "" for a command of the operator\'s.'),
    user_agent: described(z.string(), "The first 200 characters of its User-Agent."),
    created_at: described(dateTimeOut, "When it happened, RFC 3339 in UTC."),
  }),
  "Who did what, from where and when.",
);

/** The filters of a list of entries. */
export const auditFilter = z.object({
  action: described(z.optional(action), "Only entries of this action."),
  since: described(z.optional(dateTime), "Only entries from this time or later."),
  until: described(z.optional(dateTime), "Only entries before this time."),
});

/** GET /v1/audit-log (api/README.md, "Audit log"). */
export const listAuditLog = operation({
  id: "audit-log/list",
  method: "GET",
  path: "/v1/audit-log",
  boundKeys: "none",
  summary: "List the audit log",
  description:
    "Logins, changes of keys, members, settings, mailboxes, OAuth clients and webhooks, approvals of emails, and what the operator did, newest first, for a year",
  scope: "admin",
  pagedBy: "created_at",
  query: z.strictObject({ ...auditFilter.shape, ...pageQuery }).check(offsetOrCursor),
  response: named(
    "AuditLog",
    z.object({ entries: described(z.array(auditEntry), "What happened, newest first."), ...shownPage }),
    "A page of the audit log.",
  ),
  errors: [400],
  example: {
    response: {
      entries: [
        {
          id: "655f1c2e9b1e8a0012345693",
          action: "webhook.updated",
          outcome: "done",
          operation: "webhooks/patch",
          key_id: "655f1c2e9b1e8a0012345679",
          member_id: "",
          resource_id: "655f1c2e9b1e8a0012345690",
          fields: ["types"],
          content_sha256: "",
          source_ip: "203.0.113.7",
          user_agent: "curl/8.5.0",
          created_at: "2026-11-21T09:30:00.000Z",
        },
      ],
      limit: 50,
      offset: 0,
    },
  },
});

/** The filters of a request, in the domain's form. */
export const auditFilterIn: Into<AuditFilter, typeof auditFilter> = fromWire(auditFilter);

/** An entry in the API; the operator's name is left out. */
export const auditEntryOut: From<AuditEntry, typeof auditEntry> = toWire(auditEntry);
