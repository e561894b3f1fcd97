import { invalid, conflict, insufficientScope, unauthorized } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import { hashPassword } from "./passwords.ts";
import type { User, Users, ApiKeys, ApiKey, KeyInUse, KeyMode, KeyScope } from "./ports.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { generateApiKey, hashApiKey, lastFour } from "./api-key.ts";
import { KEYS_PER_ACCOUNT } from "./log-in.ts";
import { type Bounds, ownMailboxIds } from "./bounds.ts";

/**
 * Creates an account. Only the operator does this, because the API has no sign-up (api/README.md, "Accounts and keys"). Throws `invalid` or
 * `conflict`.
 */
export const createUser = async (
  ports: { users: Users; clock: Clock; ids: Ids },
  request: { readonly email: string; readonly name: string; readonly password: string },
): Promise<User> => {
  const address = parsePlainAddress(request.email);
  if (!address.ok) throw invalid({ field: "email", message: address.error });
  if (request.password.length < 8) throw invalid({ field: "password", message: "must have at least 8 characters" });
  const user: User = {
    id: ports.ids.objectId(),
    email: address.address.toLowerCase(),
    name: request.name,
    passwordHash: await hashPassword(request.password),
    createdAt: ports.clock.now(),
  };
  await ports.users.insert(user);
  return user;
};

/** The dependencies of locking an account. */
export interface LockOutPorts {
  readonly users: Pick<Users, "setLocked">;
  readonly apiKeys: Pick<ApiKeys, "deleteAll">;
}

/** Locks an account: first its logins, so that no new key can be made, then revokes every API key; returns how many. */
export const lockOut = async ({ users, apiKeys }: LockOutPorts, userId: string, at: Date): Promise<number> => {
  await users.setLocked(userId, at);
  return apiKeys.deleteAll(userId);
};

/** A key with its token, which is shown only once. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly token: string;
}

/** The request of POST /v1/api-keys. */
export interface KeyRequest extends Bounds {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt?: Date | undefined;
  /** The mode of the new key; a test key can make only test keys. Absent: the mode of the creating key. */
  readonly mode?: KeyMode | undefined;
}

/** The dependencies of making a key. */
export interface KeyPorts {
  readonly apiKeys: Pick<ApiKeys, "insert">;
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What the key is bound to; throws 404 for a mailbox that the account does not have. */
const boundsOf = async ({ mailboxes }: KeyPorts, userId: string, { tenant, mailboxIds }: Bounds): Promise<Bounds | undefined> => {
  if (tenant !== undefined) return { tenant };
  if (mailboxIds === undefined) return undefined;
  return { mailboxIds: await ownMailboxIds(mailboxes, userId, mailboxIds) };
};

/** When the key ends: no later than its maker, when that ends. */
const endOf = ({ expiresAt }: KeyRequest, makesUntil: Date | undefined): Date | undefined => {
  if (makesUntil && expiresAt && expiresAt > makesUntil)
    throw invalid({ field: "expiresAt", message: "must not be after the end of the key that makes it" });
  return expiresAt ?? makesUntil;
};

/** A test key makes no key for live mail. */
const modeOf = (maker: Pick<KeyInUse, "mode">, asked: KeyMode | undefined): KeyMode => {
  const mode: KeyMode = maker.mode ?? "live";
  if (mode === "test" && asked === "live") throw invalid({ field: "mode", message: "must be test with a test key" });
  return asked ?? mode;
};

/**
 * The facts of a key to make, checked against the key that makes it: all but its secret. Throws `insufficientScope` for a scope that the maker lacks.
 */
export const checkedKey = async (ports: KeyPorts, { userId, ...maker }: KeyInUse, request: KeyRequest) => {
  const { name, scopes } = request;
  // Whoever may send may make a key that can only write what is held.
  const lacking = scopes.find((scope) => !maker.scopes.includes(scope) && !(scope === "draft" && maker.scopes.includes("send")));
  if (lacking !== undefined) throw insufficientScope(lacking);
  const expiresAt = endOf(request, maker.makesUntil);
  const bounds = await boundsOf(ports, userId, request);
  const mode = modeOf(maker, request.mode);
  return {
    facts: { id: ports.ids.objectId(), userId, name, scopes, createdAt: ports.clock.now(), ...(bounds && { bounds }) },
    mode,
    expiresAt,
  };
};

/** Stores a key that `maker` makes. Throws 401 when the maker was revoked meanwhile, `conflict` when the account has its maximum of keys. */
export const storeKey = async ({ apiKeys }: Pick<KeyPorts, "apiKeys">, maker: Pick<KeyInUse, "id">, key: ApiKey): Promise<void> => {
  const outcome = await apiKeys.insert(key, KEYS_PER_ACCOUNT, { madeBy: maker.id });
  if (outcome === "revoked") throw unauthorized();
  if (outcome === "full") throw conflict("Too many API keys", `the account has ${KEYS_PER_ACCOUNT} named keys: delete one first`);
};

/** Makes a named key; throws as `checkedKey` and `storeKey` do. */
export const createApiKey = async (ports: KeyPorts, maker: KeyInUse, request: KeyRequest): Promise<MadeKey> => {
  const { facts, mode, expiresAt } = await checkedKey(ports, maker, request);
  const token = generateApiKey(mode);
  const key: ApiKey = {
    ...facts,
    hash: hashApiKey(token),
    last4: lastFour(token),
    ...(mode === "test" && { mode }),
    ...(expiresAt && { expiresAt, makesUntil: expiresAt }),
  };
  await storeKey(ports, maker, key);
  return { key, token };
};
