// Lambda's image chooses the OpenSSL; an alarm counts this line.
import { login as operation, loginOut } from "#shared/accounts/contract/auth.ts";
import { logIn } from "#shared/accounts/auth/log-in.ts";
import { ownAlgorithm } from "#shared/accounts/auth/passwords.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { apiKeys, rateLimits, users } from "#shared/accounts/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

if (ownAlgorithm !== "argon2id") log.warn("argon2id is missing: passwords are hashed by scrypt");

const ports = { users, apiKeys, rateLimits, clock, ids, log };

/** POST /api/v1/auth/login. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ body, sourceIp, concerns }) => loginOut(await logIn(ports, { ...body, sourceIp }, concerns))),
);
