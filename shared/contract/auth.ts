import * as z from "zod/mini";
import { dateTimeOut, idParams, lineOfText, plainAddress } from "./fields.ts";
import { operation, scopes } from "./operation.ts";

const user = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** What the hash takes, in bytes of normalised UTF-8 (S9). */
const PASSWORD_MAX_BYTES = 1024;

/** POST /api/v1/auth/login (specification, "Authentication"). */
export const login = operation({
  id: "auth/login",
  method: "POST",
  path: "/api/v1/auth/login",
  summary: "Log in with email and password; the token is an API key, shown once",
  auth: "none",
  body: z.strictObject({
    email: plainAddress,
    password: z.string().check(
      z.minLength(1),
      z.maxLength(PASSWORD_MAX_BYTES),
      z.refine((text) => Buffer.byteLength(text.normalize("NFKC")) <= PASSWORD_MAX_BYTES, "must have at most 1024 bytes"),
    ),
  }),
  response: z.object({ user, token: z.string() }),
  errors: [401, 429],
  example: {
    body: { email: "demo@example.com", password: "demo-password" },
    response: { user: { id: "655f1c2e9b1e8a0012345678", email: "demo@example.com", name: "Demo" }, token: `sk_live_${"0".repeat(64)}` },
  },
});

const scope = z.enum(scopes, "must be send, read or admin");

/** A key as it is listed: never the key itself. One that a login made has no name and every scope. */
const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  last4: z.string(),
  created_at: dateTimeOut,
  last_used_at: z.optional(dateTimeOut),
});

const exampleKey = {
  id: "655f1c2e9b1e8a0012345679",
  name: "CRM",
  scopes: ["send" as const, "read" as const],
  last4: "0000",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** POST /v1/api-keys. No Idempotency-Key: a saved answer would store the key itself. */
export const createApiKey = operation({
  id: "auth/create-api-key",
  method: "POST",
  path: "/v1/api-keys",
  summary: "Make a named API key that may do what its scopes say; the token is shown once",
  body: z.strictObject({
    name: lineOfText(100).check(z.minLength(1)),
    scopes: z.array(scope).check(
      z.minLength(1, "must name at least one scope"),
      z.maxLength(scopes.length),
      z.refine((list) => new Set(list).size === list.length, "must name each scope once"),
    ),
  }),
  response: z.object({ ...apiKey.shape, token: z.string() }),
  errors: [400, 409],
  example: { body: { name: "CRM", scopes: ["send", "read"] }, response: { ...exampleKey, token: `sk_live_${"0".repeat(64)}` } },
});

/** GET /v1/api-keys (contract/README.md, "Accounts and keys"). */
export const listApiKeys = operation({
  id: "auth/list-api-keys",
  method: "GET",
  path: "/v1/api-keys",
  summary: "List the account's live API keys, newest first",
  scope: "admin",
  response: z.array(apiKey),
  errors: [],
  example: {
    response: [
      exampleKey,
      {
        ...exampleKey,
        id: "655f1c2e9b1e8a0012345678",
        name: "",
        scopes: [...scopes],
        last4: "9f0c",
        last_used_at: "2026-11-21T09:31:00.000Z",
      },
    ],
  },
});

/** DELETE /v1/api-keys/{id}: revokes, effective within 30 s (contract/README.md, "Accounts and keys"). */
export const deleteApiKey = operation({
  id: "auth/delete-api-key",
  method: "DELETE",
  path: "/v1/api-keys/{id}",
  summary: "Revoke an API key, effective within 30 seconds",
  params: idParams,
  status: 204,
  errors: [400, 404],
});
