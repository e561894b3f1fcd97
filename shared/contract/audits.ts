import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut, idParams } from "./fields.ts";
import { operation } from "./operation.ts";

const auditedFolder = named(
  "AuditedFolder",
  z.object({
    path: described(z.string(), "The folder's name on the server."),
    uid_validity: described(z.string(), "The UIDVALIDITY under which it was compared."),
    on_server: described(z.int(), "How many messages it holds."),
    stored: described(z.int(), "How many of them are stored; the others are drafts, own sends, copies, or not wanted."),
    missing: described(z.int(), "How many were found missing."),
    healed: described(z.int(), "How many of the missing were stored then."),
    unreadable: described(z.int(), "How many of the missing the server names and does not give."),
    digest: described(z.string(), "A hash over what the server named: the same while that is the same."),
  }),
  "A folder compared with what is stored of it.",
);

/** A mailbox's audit (contract/README.md, "Inbox"). */
export const audit = named(
  "Audit",
  z.object({
    mailbox_id: described(z.string(), "The mailbox that is compared with its server."),
    running: described(z.boolean(), "True while an audit is due or under way; the other fields are of the last finished one."),
    checked_at: described(z.optional(dateTimeOut), "When the last audit was finished; absent before the first."),
    since: described(
      z.optional(dateTimeOut),
      "Mail that its server received before this is not looked for; absent before the first audit.",
    ),
    folders: described(z.array(auditedFolder), "What was found, folder by folder; empty before the first audit."),
    complete: described(z.boolean(), "True when everything that the server holds since then is stored, or is nothing that is kept."),
  }),
  "What comparing the mailbox's server with what is stored found.",
);

const example = {
  mailbox_id: "655f1c2e9b1e8a00123456aa",
  running: false,
  checked_at: "2026-11-21T09:30:00.000Z",
  since: "2026-10-22T09:30:00.000Z",
  folders: [
    {
      path: "INBOX",
      uid_validity: "1763629200",
      on_server: 412,
      stored: 398,
      missing: 1,
      healed: 1,
      unreadable: 0,
      digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  ],
  complete: true,
};

/** GET /v1/mailboxes/{id}/audit. */
export const getAudit = operation({
  id: "mailboxes/get-audit",
  method: "GET",
  path: "/v1/mailboxes/{id}/audit",
  summary: "Get the audit",
  description: "Whether all mail of the mailbox's server is stored: what its last audit found, folder by folder",
  params: idParams,
  response: audit,
  errors: [400, 404],
  example: { response: example },
});

/** POST /v1/mailboxes/{id}/audit. */
export const startAudit = operation({
  id: "mailboxes/start-audit",
  limit: "probe",
  method: "POST",
  path: "/v1/mailboxes/{id}/audit",
  summary: "Audit a mailbox",
  description: "Compare the mailbox's server with what is stored, now: what is missing is stored, what is gone is marked",
  params: idParams,
  response: audit,
  errors: [400, 404, 409],
  example: { response: { ...example, running: true } },
});
