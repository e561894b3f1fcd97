import * as z from "zod/mini";
import { described, named, allScopes, modes, operation, scopes, type AnswerOf, type OutputOf } from "#shared/api/operation.ts";
import { atMost, dateTime, dateTimeOut, idParams, lineOfText, objectId, plainAddress } from "#shared/api/fields.ts";
import { tenantName } from "#shared/api/tenant.ts";
import type { KeyRequest, MadeKey } from "../auth/create-api-key.ts";
import type { LoggedIn } from "../auth/log-in.ts";
import type { Bounds } from "../auth/bounds.ts";
import type { ApiKey, KeyMode } from "../auth/ports.ts";
import { dateOut, type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";

const user = named(
  "User",
  z.object({
    id: described(z.string(), "The account's id."),
    email: described(z.string(), "The address it logs in with."),
    name: described(z.string(), "The account's name."),
  }),
  "An account.",
);

/** The longest password, bytes of normalised UTF-8 (S9 in SECURITY.md). */
const PASSWORD_MAX_BYTES = 1024;

/** POST /api/v1/auth/login (api/README.md, "Ground rules"). */
export const login = operation({
  id: "auth/login",
  audited: "login",
  auditsRefusals: true,
  method: "POST",
  path: "/api/v1/auth/login",
  boundKeys: "open",
  summary: "Log in",
  description: "Log in with email and password; the token is an API key, shown once",
  auth: "none",
  body: named(
    "LoginRequest",
    z.strictObject({
      email: described(plainAddress, "The account's email address."),
      password: described(
        z.string().check(
          atMost(PASSWORD_MAX_BYTES),
          z.minLength(1),
          z.refine((text) => Buffer.byteLength(text.normalize("NFKC")) <= PASSWORD_MAX_BYTES, "must have at most 1024 bytes"),
        ),
        "The account's password, up to 1,024 bytes.",
      ),
    }),
    "Who logs in.",
  ),
  response: named(
    "Login",
    z.object({
      user: described(user, "The account."),
      token: described(z.string(), "The API key, `sk_live_` and 64 hexadecimal digits. It is shown only once: keep it."),
    }),
    "A new API key for the account.",
  ),
  errors: [401, 429],
  example: {
    body: { email: "demo@example.com", password: "demo-password" },
    response: { user: { id: "655f1c2e9b1e8a0012345678", email: "demo@example.com", name: "Demo" }, token: `sk_live_${"0".repeat(64)}` },
  },
});

const scope = named("Scope", z.enum(scopes, "must be send, read, admin or draft"), "A permission of an API key.");

const SCOPES =
  "What the key may do. `send`: send and answer mail, and approve what is held; `read`: read mail and mark it read; `admin`: manage mailboxes and keys; `draft`: write mail that is held until a person approves it.";
const DRAFT_ALONE = "draft can be given alone or with read: a key that may send or manage could let out what it wrote itself";

const MODE = "`live`, or `test` for the account's test world: sandbox mailboxes, and a clock that can be turned.";

/** A key in a list, without its token. A key of a login is named by its day and has every scope. */
export const apiKey = named(
  "ApiKey",
  z.object({
    id: described(z.string(), "The key's id, by which it is revoked."),
    name: described(z.string(), "The name that you gave it; `login, 2026-11-21` for the key of a login on that day."),
    scopes: described(z.array(scope), SCOPES),
    last4: described(z.string(), "The last four characters of the key, to tell keys apart."),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
    last_used_at: described(z.optional(dateTimeOut), "When the key was last used, to the minute or so; absent before its first use."),
    tenant: described(z.string(), 'The tenant that it is bound to: it sees and uses this tenant\'s current mailboxes; "" for none.'),
    mailbox_ids: described(z.array(z.string()), "The mailboxes that it is bound to; empty when it is not bound to mailboxes."),
    expires_at: described(z.optional(dateTimeOut), "When it expires; absent when it does not."),
    mode: described(z.enum(modes), MODE),
    client_id: described(
      z.string(),
      'The URL of the OAuth client that somebody allowed to use it, at `/mcp` alone; its `name` is what the client calls itself. "" for all other keys.',
    ),
  }),
  "An API key, without its secret.",
);

const exampleKey = {
  id: "655f1c2e9b1e8a0012345679",
  name: "CRM",
  scopes: ["send" as const, "read" as const],
  last4: "0000",
  tenant: "",
  mailbox_ids: [],
  mode: "live" as const,
  client_id: "",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** The most mailboxes that a key may be bound to; a tenant may have more. */
const MAILBOXES_MAX = 100;

/** What a key may be bound to, and when it ends, in a request (api/README.md, "Tenants and bound keys"). */
export const boundsIn = {
  tenant: described(
    z.optional(tenantName),
    "Binds it to a tenant: it sees and uses this tenant's current mailboxes, and everything else is 404 for it.",
  ),
  mailbox_ids: described(
    z.optional(z.array(objectId).check(z.minLength(1, "must name at least one mailbox"), z.maxLength(MAILBOXES_MAX))),
    "Binds it to these mailboxes, up to 100: everything else is 404 for it. Not together with `tenant`.",
  ),
  expires_at: described(
    z.optional(z.pipe(dateTime, z.custom<Date>().check(z.refine((at) => at.getTime() > Date.now(), "must lie in the future")))),
    "When it expires; never when absent.",
  ),
};

/** POST /v1/api-keys. No Idempotency-Key, because a saved answer would contain the key. */
export const createApiKey = operation({
  id: "auth/create-api-key",
  audited: "api_key.created",
  method: "POST",
  path: "/v1/api-keys",
  boundKeys: "none",
  summary: "Create an API key",
  description: "Create a named API key with the given scopes; the token is shown once",
  body: named(
    "CreateApiKey",
    z
      .strictObject({
        name: described(lineOfText(100).check(z.minLength(1)), "Its name, up to 100 characters."),
        scopes: described(
          z.array(scope).check(
            z.minLength(1, "must name at least one scope"),
            z.maxLength(scopes.length),
            z.refine((list) => new Set(list).size === list.length, "must name each scope once"),
            z.refine((list) => !list.includes("draft") || list.every((one) => one === "draft" || one === "read"), DRAFT_ALONE),
          ),
          SCOPES,
        ),
        ...boundsIn,
        mode: described(z.optional(z.enum(modes, "must be live or test")), `${MODE} When absent the mode of the key that creates it.`),
      })
      .check(
        z.refine(({ tenant, mailbox_ids: ids }) => tenant === undefined || ids === undefined, {
          path: ["mailbox_ids"],
          error: "cannot be given with tenant",
        }),
      ),
    "The key to create.",
  ),
  response: named(
    "NewApiKey",
    z.object({ ...apiKey.shape, token: described(z.string(), "The API key. It is shown only once: keep it.") }),
    "A new key, with its secret.",
  ),
  errors: [400, 404, 409],
  example: { body: { name: "CRM", scopes: ["send", "read"] }, response: { ...exampleKey, token: `sk_live_${"0".repeat(64)}` } },
});

/** GET /v1/api-keys (api/README.md, "Accounts and keys"). */
export const listApiKeys = operation({
  id: "auth/list-api-keys",
  method: "GET",
  path: "/v1/api-keys",
  boundKeys: "none",
  summary: "List API keys",
  description: "List the account's valid API keys, newest first",
  scope: "admin",
  query: z.strictObject({ tenant: described(z.optional(tenantName), "Only keys that are bound to this tenant.") }),
  response: z.array(apiKey),
  errors: [400],
  example: {
    response: [
      exampleKey,
      {
        ...exampleKey,
        id: "655f1c2e9b1e8a0012345678",
        name: "login, 2026-11-21",
        scopes: [...allScopes],
        last4: "9f0c",
        last_used_at: "2026-11-21T09:31:00.000Z",
      },
    ],
  },
});

/** DELETE /v1/api-keys/{id}: revokes the key within 30 s (api/README.md, "Accounts and keys"). */
export const deleteApiKey = operation({
  id: "auth/delete-api-key",
  audited: "api_key.revoked",
  method: "DELETE",
  path: "/v1/api-keys/{id}",
  boundKeys: "none",
  summary: "Revoke an API key",
  description: "Revoke an API key, effective within 30 seconds",
  params: idParams,
  status: 204,
  errors: [400, 404],
});

/** The answer to a login. An exception: it shows only three fields of the account. */
export const loginOut = ({ user: { id, email, name }, token }: LoggedIn): AnswerOf<typeof login> => ({ user: { id, email, name }, token });

/** The name of a login's key, "login, 2026-11-21", or of a session, "console, 2026-11-21". */
const loginName = ({ createdAt, expiresAt }: ApiKey): string =>
  `${expiresAt ? "console" : "login"}, ${dateOut(createdAt).slice(0, "2026-11-21".length)}`;

/** A key to make, in the domain's form. */
export const keyIn: Into<KeyRequest, typeof createApiKey.body> = fromWire(createApiKey.body);

type ShownKey = Required<Pick<ApiKey, "name" | "scopes">> &
  Omit<ApiKey, "mode"> &
  Bounds & { readonly mode: KeyMode; readonly clientId: string };

const wireOf: From<ShownKey, typeof apiKey> = toWire(apiKey);

/**
 * A key in a list, without its token. An exception: a login's key has neither name nor scopes and is shown with both, and the bounds are fields of
 * their own.
 */
export const apiKeyOut = (key: ApiKey): OutputOf<typeof apiKey> =>
  wireOf({
    ...key,
    ...key.bounds,
    mode: key.mode ?? "live",
    name: key.name ?? loginName(key),
    scopes: key.scopes ?? allScopes,
    clientId: key.consent?.clientId ?? "",
  });

/** A new named key, with its token. */
export const madeKeyOut = ({ key, token }: MadeKey): AnswerOf<typeof createApiKey> => ({ ...apiKeyOut(key), token });
