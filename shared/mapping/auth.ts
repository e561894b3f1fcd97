import type { createApiKey, listApiKeys, login } from "../contract/auth.ts";
import { type AnswerOf, scopes } from "../contract/operation.ts";
import type { MadeKey } from "../domain/auth/create-api-key.ts";
import type { LoggedIn } from "../domain/auth/log-in.ts";
import type { ApiKey } from "../domain/auth/ports.ts";
import { dateOut } from "./dates.ts";

/** A login's answer. */
export const loginOut = ({ user, token }: LoggedIn): AnswerOf<typeof login> => ({
  user: { id: user.id, email: user.email, name: user.name },
  token,
});

/** What a login's key is called: "login, 2026-11-21". */
const loginName = ({ createdAt }: ApiKey): string => `login, ${dateOut(createdAt).slice(0, "2026-11-21".length)}`;

/** A key as it is listed: never the key itself. */
export const apiKeyOut = (key: ApiKey): AnswerOf<typeof listApiKeys>[number] => ({
  id: key.id,
  name: key.name ?? loginName(key),
  scopes: [...(key.scopes ?? scopes)],
  last4: key.last4,
  created_at: dateOut(key.createdAt),
  last_used_at: key.lastUsedAt && dateOut(key.lastUsedAt),
});

/** A named key that was just made, with its token. */
export const madeKeyOut = ({ key, token }: MadeKey): AnswerOf<typeof createApiKey> => ({ ...apiKeyOut(key), token });
