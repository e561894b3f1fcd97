import { type ConnectLink, type Consent, KEPT_DAYS } from "../../../domain/connect-links/connect-link.ts";
import type { SeenLink } from "../../../domain/connect-links/ports.ts";
import type { Database, IndexSpec } from "../database.ts";
import { fromDocument, type Stored } from "../documents.ts";
import type { HasPendingEvents } from "../events/event-documents.ts";

/** A link as stored. */
export type ConnectLinkDocument = Stored<ConnectLink, "userId" | "mailboxId"> &
  HasPendingEvents & {
    /** SHA-256 of its token. */
    hash: string;
    /** SHA-256 of the secret of the browser that completed it. */
    completedBy?: string;
    /** The consents that a browser has begun. */
    consent?: { asked: readonly Consent[]; browser: string; until: Date };
    /** What a browser's page shows next. */
    step?: NonNullable<SeenLink["step"]>;
  };

/** The links' collection. */
export const connectLinksOf = (database: Database) => database.collection<ConnectLinkDocument>("connectLinks");

const SECONDS_A_DAY = 86_400;

/** Found by its token; an account's list, all of it, by state and of a tenant; expiry. */
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

/** Document → domain, without what never leaves the adapter. */
export const toLink = ({
  hash: _h,
  consent: _c,
  step: _s,
  news: _n,
  newsAt: _a,
  completedBy: _b,
  ...document
}: ConnectLinkDocument): ConnectLink => fromDocument<ConnectLink>(document);

/** The same with who completed it and what comes next, for its page. */
export const toSeenLink = (document: ConnectLinkDocument): SeenLink => ({
  ...toLink(document),
  ...(document.completedBy !== undefined && { completedBy: document.completedBy }),
  ...(document.step && { step: document.step }),
});

/** The condition for a link that can be used, by the database's clock. */
export const isOpen = { status: "open" as const, $expr: { $gt: ["$expiresAt", "$$NOW"] } };
