import { login as operation } from "#shared/contract/auth.ts";
import { logIn } from "#shared/domain/auth/log-in.ts";
import { ownAlgorithm } from "#shared/domain/auth/passwords.ts";
import type { ApiKeys, RateLimits, Users } from "#shared/domain/auth/ports.ts";
import type { Clock, Ids, Log } from "#shared/domain/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { loginOut } from "#shared/mapping/auth.ts";
import { log } from "#shared/runtime/log.ts";
import { apiKeys, gate, rateLimits, users } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /api/v1/auth/login. */
export const login = (ports: { gate: Gate; users: Users; apiKeys: ApiKeys; rateLimits: RateLimits; clock: Clock; ids: Ids; log: Log }) =>
  endpoint(ports.gate, operation, async ({ body, sourceIp }) => loginOut(await logIn(ports, { ...body, sourceIp })));

// Lambda's image chooses the OpenSSL; an alarm counts this line.
if (ownAlgorithm !== "argon2id") log.warn("argon2id is missing: passwords are hashed by scrypt");

export const handler = login({ gate, users, apiKeys, rateLimits, clock, ids, log });
