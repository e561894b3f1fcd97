import { mongoApiKeys } from "../../adapters/mongo/accounts/api-keys.ts";
import { mongoIdempotency } from "../../adapters/mongo/accounts/idempotency.ts";
import { mongoRateLimits } from "../../adapters/mongo/accounts/rate-limits.ts";
import { connect } from "./database.ts";

/** Who may ask, how often, and what was answered before: what each endpoint with a key looks at. */
export const apiKeys = mongoApiKeys(connect);
export const rateLimits = mongoRateLimits(connect);
export const idempotency = mongoIdempotency(connect);
