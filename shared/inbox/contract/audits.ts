import * as z from "zod/mini";
import { described, named, operation, type OutputOf } from "#shared/api/operation.ts";
import { dateTimeOut, idParams } from "#shared/api/fields.ts";
import type { AuditReport, ShownAudit } from "../audit/audit.ts";
import { type From, toWire } from "#shared/api/wire.ts";

const keptOut = named(
  "KeptOut",
  z.object({
    reason: described(
      z.enum(["before_sync_from", "draft", "own_send", "copy", "not_an_answer"]),
      "`before_sync_from`: it was received before `inbox_sync_from`. `draft`. `own_send`: the copy of an email that this service sent. `copy`: another copy of a stored message. `not_an_answer`: neither an answer to nor a report on an own send, in a folder of which only those are kept.",
    ),
    count: described(z.int(), "How many messages."),
  }),
  "Messages of a folder that are deliberately not stored, and why.",
);

const auditedFolder = named(
  "AuditedFolder",
  z.object({
    path: described(z.string(), "The folder's name on the server."),
    uid_validity: described(z.string(), "The UIDVALIDITY under which it was compared."),
    on_server: described(z.int(), "How many messages it has."),
    stored: described(z.int(), "How many of them are stored; the rest is in `not_kept` and `unreadable`."),
    missing: described(z.int(), "How many were found missing."),
    healed: described(z.int(), "How many of the missing were then stored."),
    unreadable: described(z.int(), "How many of the missing the server lists but does not return."),
    unlisted: described(
      z.optional(z.int()),
      "How many more messages Gmail counts under the label than any of its lists has: mail that nobody can read until it is listed. Absent for none, and of a label with more messages than can be listed in ten seconds.",
    ),
    not_kept: described(z.array(keptOut), "How many are deliberately not stored, by reason; empty in audits of older versions."),
    digest: described(z.string(), "A hash of the server's list of messages: it changes when the list does."),
  }),
  "The comparison of a folder with the stored messages.",
);

/** A mailbox's audit (api/README.md, "Inbox"). */
export const audit = named(
  "Audit",
  z.object({
    mailbox_id: described(z.string(), "The mailbox that is compared with its server."),
    running: described(z.boolean(), "True while an audit is due or in progress; the other fields describe the last finished one."),
    checked_at: described(z.optional(dateTimeOut), "When the last audit was finished; absent before the first."),
    since: described(z.optional(dateTimeOut), "Mail received before this time is not compared; absent before the first audit."),
    folders: described(z.array(auditedFolder), "What was found, folder by folder; empty before the first audit."),
    folders_not_read: described(
      z.int(),
      "How many folders were not compared: beyond the 1,100 that an audit visits, not to be opened, or at least one where the server refuses to list its folders; 0 in audits of older versions.",
    ),
    complete: described(
      z.boolean(),
      "True when every message on the server is stored, or counted in `not_kept` with its reason; false while a folder was not compared, or the server counts more than it lists.",
    ),
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
      stored: 397,
      missing: 1,
      healed: 1,
      unreadable: 0,
      not_kept: [
        { reason: "before_sync_from" as const, count: 12 },
        { reason: "copy" as const, count: 3 },
      ],
      digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  ],
  folders_not_read: 0,
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

const wireOf: From<Omit<ShownAudit, "last"> & Partial<AuditReport> & Required<Pick<AuditReport, "foldersNotRead">>, typeof audit> =
  toWire(audit);

/** A mailbox's audit in the API. An exception: the last audit's fields are at the top level, beside whether one is running. */
export const auditOut = ({ last, ...asked }: ShownAudit): OutputOf<typeof audit> => wireOf({ foldersNotRead: 0, ...asked, ...last });
