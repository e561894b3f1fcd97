import { mongoApiKeys } from "../../adapters/mongo/accounts/api-keys.ts";
import { mongoBounds } from "../../adapters/mongo/accounts/bounds.ts";
import { mongoIdempotency } from "../../adapters/mongo/accounts/idempotency.ts";
import { mongoRateLimits } from "../../adapters/mongo/accounts/rate-limits.ts";
import { connect, connectLive } from "./database.ts";

/** API keys, their bounds, limits and saved answers: the ports of every endpoint with a key. Keys and limits are no part of a test world. */
export const apiKeys = mongoApiKeys(connectLive);
export const bounds = mongoBounds(connect);
export const rateLimits = mongoRateLimits(connectLive);
export const idempotency = mongoIdempotency(connect);
