import { apiKey, createApiKey, type login } from "../contract/auth.ts";
import { type AnswerOf, type OutputOf, scopes } from "../contract/operation.ts";
import type { KeyRequest, MadeKey } from "../domain/auth/create-api-key.ts";
import type { LoggedIn } from "../domain/auth/log-in.ts";
import type { Bounds } from "../domain/auth/bounds.ts";
import type { ApiKey, KeyMode } from "../domain/auth/ports.ts";
import { dateOut } from "./dates.ts";
import { type From, fromWire, type Into, toWire } from "./wire.ts";

/** A login's answer. An exception: of the account it has only three fields. */
export const loginOut = ({ user: { id, email, name }, token }: LoggedIn): AnswerOf<typeof login> => ({ user: { id, email, name }, token });

/** The name of a login's key, "login, 2026-11-21", or of a session, "console, 2026-11-21". */
const loginName = ({ createdAt, expiresAt }: ApiKey): string =>
  `${expiresAt ? "console" : "login"}, ${dateOut(createdAt).slice(0, "2026-11-21".length)}`;

/** A key to make, in the domain's form. */
export const keyIn: Into<KeyRequest, typeof createApiKey.body> = fromWire(createApiKey.body);

const wireOf: From<Required<Pick<ApiKey, "name" | "scopes">> & Omit<ApiKey, "mode"> & Bounds & { readonly mode: KeyMode }, typeof apiKey> =
  toWire(apiKey);

/** A key in a list, without its token. An exception: a login's key, which has neither, is shown with a name and all scopes, and the bounds are fields. */
export const apiKeyOut = (key: ApiKey): OutputOf<typeof apiKey> =>
  wireOf({ ...key, ...key.bounds, mode: key.mode ?? "live", name: key.name ?? loginName(key), scopes: key.scopes ?? scopes });

/** A new named key, with its token. */
export const madeKeyOut = ({ key, token }: MadeKey): AnswerOf<typeof createApiKey> => ({ ...apiKeyOut(key), token });
