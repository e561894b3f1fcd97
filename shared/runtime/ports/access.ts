import { mongoApiKeys } from "../../adapters/mongo/accounts/api-keys.ts";
import { mongoBounds } from "../../adapters/mongo/accounts/bounds.ts";
import { mongoIdempotency } from "../../adapters/mongo/accounts/idempotency.ts";
import { mongoRateLimits } from "../../adapters/mongo/accounts/rate-limits.ts";
import { connect } from "./database.ts";

/** API keys, their bounds, limits and saved answers: the ports of every endpoint with a key. */
export const apiKeys = mongoApiKeys(connect);
export const bounds = mongoBounds(connect);
export const rateLimits = mongoRateLimits(connect);
export const idempotency = mongoIdempotency(connect);
