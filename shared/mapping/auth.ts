import { apiKey, type createApiKey, type login } from "../contract/auth.ts";
import { type AnswerOf, type OutputOf, scopes } from "../contract/operation.ts";
import type { MadeKey } from "../domain/auth/create-api-key.ts";
import type { LoggedIn } from "../domain/auth/log-in.ts";
import type { ApiKey } from "../domain/auth/ports.ts";
import { dateOut } from "./dates.ts";
import { type From, toWire } from "./wire.ts";

/** A login's answer. An exception: what is wireOf of the account is three fields. */
export const loginOut = ({ user: { id, email, name }, token }: LoggedIn): AnswerOf<typeof login> => ({ user: { id, email, name }, token });

/** What a login's key is called: "login, 2026-11-21". */
const loginName = ({ createdAt }: ApiKey): string => `login, ${dateOut(createdAt).slice(0, "2026-11-21".length)}`;

const wireOf: From<Required<Pick<ApiKey, "name" | "scopes">> & ApiKey, typeof apiKey> = toWire(apiKey);

/** A key as it is listed: never the key itself. An exception: a login's key, which has neither, is wireOf with a name and all scopes. */
export const apiKeyOut = (key: ApiKey): OutputOf<typeof apiKey> =>
  wireOf({ ...key, name: key.name ?? loginName(key), scopes: key.scopes ?? scopes });

/** A named key that was just made, with its token. */
export const madeKeyOut = ({ key, token }: MadeKey): AnswerOf<typeof createApiKey> => ({ ...apiKeyOut(key), token });
