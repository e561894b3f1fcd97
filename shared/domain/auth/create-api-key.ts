import { conflict } from "../errors.ts";
import type { Clock, Ids } from "../ports.ts";
import { generateApiKey, hashApiKey, lastFour } from "./api-key.ts";
import { KEYS_PER_ACCOUNT } from "./log-in.ts";
import type { ApiKey, ApiKeys, KeyScope } from "./ports.ts";

/** A key with its token, which is shown this once. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly token: string;
}

/** Makes a named key; throws `conflict` when the account has as many as it may. */
export const createApiKey = async (
  ports: { apiKeys: ApiKeys; clock: Clock; ids: Ids },
  userId: string,
  { name, scopes }: { readonly name: string; readonly scopes: readonly KeyScope[] },
): Promise<MadeKey> => {
  const named = (await ports.apiKeys.list(userId)).filter((key) => key.name !== undefined);
  if (named.length >= KEYS_PER_ACCOUNT) throw conflict("Too many API keys", `the account has ${named.length} named keys: delete one first`);
  const token = generateApiKey();
  const key = {
    id: ports.ids.objectId(),
    userId,
    hash: hashApiKey(token),
    last4: lastFour(token),
    name,
    scopes,
    createdAt: ports.clock.now(),
  };
  await ports.apiKeys.insert(key, KEYS_PER_ACCOUNT);
  return { key, token };
};
