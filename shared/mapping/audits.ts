import type { getAudit } from "../contract/audits.ts";
import type { AnswerOf } from "../contract/operation.ts";
import type { ShownAudit } from "../domain/inbox/audit/ask-audit.ts";
import { dateOut } from "./dates.ts";

/** A mailbox's audit on the wire. */
export const auditOut = ({ mailboxId, running, last }: ShownAudit): AnswerOf<typeof getAudit> => ({
  mailbox_id: mailboxId,
  running,
  ...(last && { checked_at: dateOut(last.checkedAt), since: dateOut(last.since) }),
  folders: (last?.folders ?? []).map(({ path, uidValidity, onServer, stored, missing, healed, unreadable, digest }) => ({
    path,
    uid_validity: uidValidity,
    on_server: onServer,
    stored,
    missing,
    healed,
    unreadable,
    digest,
  })),
  complete: last?.complete ?? false,
});
