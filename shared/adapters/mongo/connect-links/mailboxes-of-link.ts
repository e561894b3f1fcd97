import type { ClientSession } from "mongodb";
import { LinkClosed, type MailboxesOfLink } from "../../../domain/connect-links/ports.ts";
import type { Keyring } from "../../../domain/mailboxes/credentials/seal.ts";
import type { Connect, Database } from "../database.ts";
import { oid } from "../documents.ts";
import { recordEvent } from "../events/event-documents.ts";
import { mongoSealedMailboxes } from "../mailboxes/sealed-mailboxes.ts";
import { connectLinksOf, isOpen } from "./connect-link-documents.ts";

/** The mailboxes in MongoDB, each write of which completes a link in its transaction: a killed function leaves both or neither. */
export const mongoMailboxesOfLink =
  (connect: Connect, keyring: () => Promise<Keyring>): MailboxesOfLink =>
  ({ id }, completedBy) => {
    const complete = async (database: Database, session: ClientSession, mailbox: { readonly id: string; readonly email: string }) => {
      const set = { status: "completed", mailboxId: oid(mailbox.id), email: { $literal: mailbox.email }, lastError: "" };
      const completed = { ...set, completedBy: { $literal: completedBy }, completedAt: "$$NOW", ...recordEvent("connect_link.completed") };
      const update = [{ $set: completed }, { $unset: ["consent", "step"] }];
      const { matchedCount } = await connectLinksOf(database).updateOne({ _id: oid(id), ...isOpen }, update, { session });
      if (matchedCount === 0) throw new LinkClosed("the connect link is no longer open");
    };
    return mongoSealedMailboxes(connect, keyring, (database, write) =>
      database.transaction(async (session) => {
        const written = await write(session);
        if (written) await complete(database, session, written);
        return written;
      }),
    );
  };
