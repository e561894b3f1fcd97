import { type ClientSession, type Filter, type ObjectId } from "mongodb";
import { eventTypes } from "../../../domain/events/event.ts";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";
import type { EventDocument } from "./event-documents.ts";

const aboutMailboxes = eventTypes.filter((type) => type.startsWith("mailbox."));

/** The condition for events of some mailboxes, of their messages and sends, and of some tenants' connect links that have no mailbox yet. */
export const eventsAbout = (mailboxIds: readonly string[], tenants: readonly string[] = []): Filter<EventDocument> => {
  const ids = { $in: [...mailboxIds] };
  const links = { "data.tenant": { $in: [...tenants] }, "data.mailboxId": { $exists: false } };
  return { $or: [{ "data.mailboxId": ids }, { type: { $in: aboutMailboxes }, "data.id": ids }, links] };
};

/** The condition for the events of a tenant's mailboxes as they are now; of every event where no tenant is given. */
export const ofTenant = async (database: Database, userId: ObjectId, tenant: string | undefined): Promise<Filter<EventDocument>> => {
  if (tenant === undefined) return {};
  const own = await mailboxesOf(database)
    .find({ userId, tenant }, { projection: { _id: 1 } })
    .toArray();
  return eventsAbout(
    own.map(({ _id }) => _id.toHexString()),
    [tenant],
  );
};

/** The id of the mailbox that an event concerns. */
const mailboxIn = ({ type, data }: Pick<EventDocument, "type" | "data">): string | undefined => {
  const id = aboutMailboxes.includes(type) ? data["id"] : data["mailboxId"];
  return typeof id === "string" ? id : undefined;
};

/** Tells the tenant of each event: its mailbox's now, a connect link's own before it has a mailbox; undefined for the account's own events. */
export const tenantsOf = async (database: Database, session: ClientSession, userId: ObjectId, events: readonly EventDocument[]) => {
  const ids = [...new Set(events.flatMap((event) => mailboxIn(event) ?? []))];
  const found = await mailboxesOf(database)
    .find({ userId, _id: { $in: ids.map(oid) } }, { session, projection: { tenant: 1 }, batchSize: ids.length + 1 })
    .toArray();
  const tenants = new Map(found.map(({ _id, tenant }) => [_id.toHexString(), tenant]));
  return (event: EventDocument): string | undefined => {
    const mailboxId = mailboxIn(event);
    return mailboxId === undefined ? (event.data["tenant"] as string | undefined) : tenants.get(mailboxId);
  };
};
