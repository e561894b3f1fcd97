import {
  type ConnectLink,
  type Consent,
  KEPT_DAYS,
  type SeenLink,
  type ConnectLinks,
  type LinkFilter,
  LinkClosed,
  type MailboxesOfLink,
  type OpenLinks,
} from "./connect-link.ts";
import { type Database, type IndexSpec, type Connect, databaseNow } from "#shared/platform/mongo/database.ts";
import { fromDocument, type Stored, given, oid, toDocument, exact, pageOf } from "#shared/platform/mongo/documents.ts";
import { type HasPendingEvents, recordEvent } from "#shared/events/store/event-documents.ts";
import { deletePublished } from "#shared/events/store/event-outbox.ts";
import type { ClientSession } from "mongodb";
import type { ReadKeyring } from "#shared/platform/credentials.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";

/** A link as stored. */
export type ConnectLinkDocument = Stored<ConnectLink, "userId" | "mailboxId" | "oauthClientId"> &
  HasPendingEvents & {
    /** SHA-256 of its token. */
    hash: string;
    /** SHA-256 of the secret of the browser that completed it. */
    completedBy?: string;
    /** The consents that a browser has started. */
    consent?: { asked: readonly Consent[]; browser: string; until: Date };
    /** The next step of a browser's page. */
    step?: NonNullable<SeenLink["step"]>;
  };

/** The links' collection. */
export const connectLinksOf = (database: Database) => database.collection<ConnectLinkDocument>("connectLinks");

const SECONDS_A_DAY = 86_400;

/** Indexes: a link by its token; an account's links, all of them, by state and by tenant; expiry. */
export const connectLinkIndexes: readonly IndexSpec[] = [
  { collection: "connectLinks", keys: { hash: 1 }, options: { unique: true } },
  { collection: "connectLinks", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "connectLinks", keys: { userId: 1, status: 1, createdAt: -1, _id: -1 } },
  {
    collection: "connectLinks",
    keys: { userId: 1, tenant: 1, createdAt: -1, _id: -1 },
    options: { partialFilterExpression: { tenant: { $exists: true } } },
  },
  { collection: "connectLinks", keys: { expiresAt: 1 }, options: { expireAfterSeconds: KEPT_DAYS * SECONDS_A_DAY } },
];

/** Converts a document to the domain's form, without fields that never leave the adapter. */
const toLink = ({
  hash: _h,
  consent: _c,
  step: _s,
  news: _n,
  newsAt: _a,
  completedBy: _b,
  ...document
}: ConnectLinkDocument): ConnectLink => fromDocument<ConnectLink>(document);

/** Converts a document for its page, with the browser that completed it and the next step. */
const toSeenLink = (document: ConnectLinkDocument): SeenLink => ({
  ...toLink(document),
  ...(document.completedBy !== undefined && { completedBy: document.completedBy }),
  ...(document.step && { step: document.step }),
});

/** The condition for a link that can be used, by the database's clock. */
const isOpen = { status: "open" as const, $expr: { $gt: ["$expiresAt", "$$NOW"] } };

/** The links in MongoDB. */
export const mongoConnectLinks = (connect: Connect): ConnectLinks => {
  const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });
  return {
    insert: async (link, hash) => {
      await connectLinksOf(await connect()).insertOne({ ...toDocument(link, ["userId", "mailboxId", "oauthClientId"]), hash });
    },
    find: async (userId, id) => {
      const found = await connectLinksOf(await connect()).findOne(one(userId, id));
      return found ? toLink(found) : undefined;
    },
    list: async (userId, filter, page) => {
      const database = await connect();
      const now = filter.status === undefined ? new Date(0) : await databaseNow(database);
      const found = pageOf(
        connectLinksOf(database),
        { userId: oid(userId), ...given({ ...inState(filter, now), tenant: filter.tenants && { $in: [...filter.tenants] } }) },
        "createdAt",
        page,
      );
      return (await found.toArray()).map(toLink);
    },
    delete: async (userId, id) => (await deletePublished(await connect(), "connectLinks", one(userId, id))) === 1,
  };
};

const inState = ({ status }: LinkFilter, now: Date) => ({
  status: status === "expired" ? ("open" as const) : status,
  expiresAt: status === "open" ? { $gt: now } : status === "expired" ? { $lte: now } : undefined,
});

/** The mailboxes in MongoDB, each write of which also completes a link in its transaction: a killed function leaves both or neither. */
export const mongoMailboxesOfLink =
  (connect: Connect, keyring: ReadKeyring): MailboxesOfLink =>
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

/** The links in MongoDB, as their pages use them. */
export const mongoOpenLinks = (connect: Connect): OpenLinks => ({
  findByToken: async (hash) => {
    const found = await connectLinksOf(await connect()).findOne(exact({ hash }));
    return found ? toSeenLink(found) : undefined;
  },
  beginConsents: async ({ id }, browser, asked, forMs) => {
    const update = [
      { $set: { consent: { asked: { $literal: asked }, browser: { $literal: browser }, until: { $add: ["$$NOW", forMs] } } } },
    ];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), ...isOpen }, update);
  },
  keepStep: async ({ id }, browser, step, forMs) => {
    const update = [{ $set: { step: { $mergeObjects: [{ $literal: { ...step, browser } }, { until: { $add: ["$$NOW", forMs] } }] } } }];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), ...isOpen }, update);
  },
  takeConsent: async (linkId, browser, { state, provider }) => {
    const own = exact({ _id: oid(linkId), "consent.browser": browser });
    const taken = await connectLinksOf(await connect()).findOneAndUpdate(
      {
        ...own,
        "consent.asked": { $elemMatch: { state: { $eq: state }, provider: { $eq: provider } } },
        $expr: { $gt: ["$consent.until", "$$NOW"] },
      },
      { $unset: { consent: "", step: "" } },
      { returnDocument: "before" },
    );
    const asked = taken?.consent?.asked.find((one) => one.state === state);
    if (taken === null || !asked) return undefined;
    const { verifier, oauthClientId } = asked;
    return { link: toSeenLink(taken), verifier, ...(oauthClientId !== undefined && { oauthClientId }) };
  },
  fail: async ({ id }, lastError) => {
    const failures = { $add: ["$failures", 1] };
    const update = [{ $set: { failures, lastError: { $literal: lastError }, ...recordEvent("connect_link.failed") } }];
    await connectLinksOf(await connect()).updateOne({ _id: oid(id), status: "open" }, update);
  },
});
