import { login as operation } from "#shared/contract/auth.ts";
import { logIn } from "#shared/domain/auth/log-in.ts";
import { ownAlgorithm } from "#shared/domain/auth/passwords.ts";
import { loginOut } from "#shared/mapping/auth.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { apiKeys, rateLimits } from "#shared/runtime/ports/access.ts";
import { users } from "#shared/runtime/ports/users.ts";
import { clock, ids } from "#shared/runtime/system.ts";

// Lambda's image chooses the OpenSSL; an alarm counts this line.
if (ownAlgorithm !== "argon2id") log.warn("argon2id is missing: passwords are hashed by scrypt");

const ports = { users, apiKeys, rateLimits, clock, ids, log };

/** POST /api/v1/auth/login. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ body, sourceIp, concerns }) => loginOut(await logIn(ports, { ...body, sourceIp }, concerns))),
);
