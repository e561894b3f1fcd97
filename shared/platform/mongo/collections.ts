/**
 * Which field of a collection's documents says whose they are: so a world's filters are limited, and an account's documents found when it is erased.
 */
type Scope =
  /** The account, in `userId`. */
  | "user"
  /** The account, in `_id`: one document for each account. */
  | "id"
  /** A mailbox, in `mailboxId`: a world was given it by its account's records. */
  | "mailbox"
  /** A mailbox or nobody, in `_id`. */
  | "as given"
  /** No test world opens it. */
  | "live";

/** Every collection and its scope: what is missing here can be opened by no world, and has no indexes. */
export const COLLECTIONS = {
  apiKeys: "live",
  auditLog: "user",
  audits: "user",
  bodyRemovals: "as given",
  checks: "as given",
  connectLinks: "user",
  contacts: "user",
  corrections: "user",
  deliveryLimits: "as given",
  events: "user",
  feeds: "id",
  graphFolders: "mailbox",
  graphItems: "mailbox",
  idempotency: "user",
  ips: "as given",
  ledger: "user",
  mailboxes: "user",
  members: "live",
  messageBodies: "user",
  messages: "user",
  metrics: "user",
  metricsCursors: "id",
  migrations: "live",
  notes: "user",
  oauthClients: "user",
  pools: "user",
  presence: "live",
  rateLimits: "live",
  refusals: "mailbox",
  rehearsals: "live",
  sandboxMails: "user",
  sendAttachments: "user",
  sendBodies: "user",
  sends: "user",
  sequencePeople: "user",
  sequences: "user",
  settings: "as given",
  signIns: "live",
  stops: "id",
  suppressions: "user",
  syncStates: "user",
  threadLinks: "user",
  threads: "user",
  users: "id",
  wallets: "id",
  webhookDeliveries: "user",
  webhooks: "user",
  workerTime: "as given",
  worlds: "live",
} as const satisfies Readonly<Record<string, Scope>>;

const scopes: Readonly<Partial<Record<string, Scope>>> = COLLECTIONS;

/** The scope of a collection; undefined for one that is not defined. */
export const scopeOf = (name: string): Scope | undefined => (Object.hasOwn(COLLECTIONS, name) ? scopes[name] : undefined);

/** The collections with this scope. */
export const collectionsOf = (scope: Scope): readonly string[] => Object.keys(COLLECTIONS).filter((name) => scopeOf(name) === scope);
