import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut, idParams } from "./fields.ts";
import { operation } from "./operation.ts";

const auditedFolder = named(
  "AuditedFolder",
  z.object({
    path: described(z.string(), "The folder's name on the server."),
    uid_validity: described(z.string(), "The UIDVALIDITY under which it was compared."),
    on_server: described(z.int(), "How many messages it has."),
    stored: described(z.int(), "How many of them are stored; the rest are drafts, own sends, copies, or mail that is not kept."),
    missing: described(z.int(), "How many were found missing."),
    healed: described(z.int(), "How many of the missing were then stored."),
    unreadable: described(z.int(), "How many of the missing the server lists but does not return."),
    digest: described(z.string(), "A hash of the server's list of messages: it changes when the list does."),
  }),
  "The comparison of a folder with the stored messages.",
);

/** A mailbox's audit (contract/README.md, "Inbox"). */
export const audit = named(
  "Audit",
  z.object({
    mailbox_id: described(z.string(), "The mailbox that is compared with its server."),
    running: described(z.boolean(), "True while an audit is due or in progress; the other fields describe the last finished one."),
    checked_at: described(z.optional(dateTimeOut), "When the last audit was finished; absent before the first."),
    since: described(z.optional(dateTimeOut), "Mail received before this time is not compared; absent before the first audit."),
    folders: described(z.array(auditedFolder), "What was found, folder by folder; empty before the first audit."),
    complete: described(z.boolean(), "True when all of the server's mail since then is stored, except mail that is not kept."),
  }),
  "The result of comparing the mailbox's server with the stored messages.",
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
  boundKeys: { id: "mailbox" },
  summary: "Get the audit",
  description: "Show whether all mail on the mailbox's server is stored, by the last audit, folder by folder",
  params: idParams,
  response: audit,
  errors: [400, 404],
  example: { response: example },
});

/** POST /v1/mailboxes/{id}/audit. */
export const startAudit = operation({
  id: "mailboxes/start-audit",
  mode: "live",
  limit: "probe",
  method: "POST",
  path: "/v1/mailboxes/{id}/audit",
  boundKeys: { id: "mailbox" },
  summary: "Audit a mailbox",
  description: "Compare the mailbox's server with the stored messages now: missing ones are stored, ones gone from the server are marked",
  params: idParams,
  response: audit,
  errors: [400, 404, 409],
  example: { response: { ...example, running: true } },
});
