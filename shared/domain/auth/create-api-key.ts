import { conflict, insufficientScope, unauthorized } from "../errors.ts";
import type { Clock, Ids } from "../ports.ts";
import { generateApiKey, hashApiKey, lastFour } from "./api-key.ts";
import { KEYS_PER_ACCOUNT } from "./log-in.ts";
import type { ApiKey, ApiKeys, KeyInUse, KeyScope } from "./ports.ts";

/** A key with its token, which is shown only once. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly token: string;
}

/** Makes a named key; throws `insufficientScope` for a scope that the creating key lacks, `conflict` when the account has its maximum of keys. */
export const createApiKey = async (
  ports: { apiKeys: ApiKeys; clock: Clock; ids: Ids },
  { userId, ...maker }: KeyInUse,
  { name, scopes }: { readonly name: string; readonly scopes: readonly KeyScope[] },
): Promise<MadeKey> => {
  const lacking = scopes.find((scope) => !maker.scopes.includes(scope));
  if (lacking !== undefined) throw insufficientScope(lacking);
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
  const outcome = await ports.apiKeys.insert(key, KEYS_PER_ACCOUNT, { madeBy: maker.id });
  if (outcome === "revoked") throw unauthorized();
  if (outcome === "full") throw conflict("Too many API keys", `the account has ${KEYS_PER_ACCOUNT} named keys: delete one first`);
  return { key, token };
};
