import { withCorrection } from "../../../../domain/inbox/store/correct-mail.ts";
import type { DecidedMail, OwnSend } from "../../../../domain/inbox/store/prepared-mail.ts";
import { fromDocument, oid } from "../../documents.ts";
import { sendsOf } from "../../sending/send-documents.ts";
import { correctionsOf, toKept } from "../correction-documents.ts";
import { ownSendFields } from "./own-sends.ts";
import type { Page } from "./page.ts";

/** What people had corrected of the mails when they were read before comes before the rules. */
export const withCorrections = async (page: Page, mails: readonly DecidedMail[]): Promise<readonly DecidedMail[]> => {
  const { database, session, lease } = page;
  const keys = mails.flatMap(({ message, stubKey }) => [message.dedupeKey, stubKey]);
  const own = { userId: oid(lease.userId), mailboxId: oid(lease.id) };
  const rows =
    keys.length === 0
      ? []
      : await correctionsOf(database)
          .find({ ...own, dedupeKey: { $in: keys } }, { session })
          .toArray();
  if (rows.length === 0) return mails;
  const kept = new Map(rows.map((row) => [row.dedupeKey, toKept(row)]));
  const named = { ...own, _id: { $in: rows.flatMap(({ emailJobId }) => emailJobId ?? []) } };
  const sends = await sendsOf(database).find(named, { session, projection: ownSendFields }).toArray();
  const sendOf = new Map(sends.map((row) => [String(row._id), fromDocument<OwnSend>(row)]));
  return mails.map((mail) => {
    const correction = kept.get(mail.message.dedupeKey) ?? kept.get(mail.stubKey);
    return correction ? withCorrection(mail, correction, sendOf.get(correction.emailJobId ?? "")) : mail;
  });
};
