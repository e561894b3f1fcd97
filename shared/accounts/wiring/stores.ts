import { mongoApiKeys, mongoConsents, mongoBounds } from "../store/api-keys.ts";
import { mongoIdempotency, mongoRateLimits } from "../store/requests.ts";
import { mongoMembers } from "../store/members.ts";
import { connect, connectLive } from "#shared/platform/wiring/database.ts";
import { mongoAuditLog } from "../store/audit-log.ts";
import { mongoShares, mongoSlots } from "../store/shares.ts";
import { mongoUsers, mongoWallets } from "../store/users.ts";

/** The stores of every endpoint with a key: API keys, their bounds, rate limits and saved answers. A test world has no keys and limits of its own. */
export const apiKeys = /* @__PURE__ */ mongoApiKeys(connectLive);
/** The reads that check the bounds of a key. */
export const bounds = /* @__PURE__ */ mongoBounds(connect);
/** The accounts' rate limits; a test world has none of its own. */
export const rateLimits = /* @__PURE__ */ mongoRateLimits(connectLive);
/** The saved answers of idempotent requests. */
export const idempotency = /* @__PURE__ */ mongoIdempotency(connect);

/** The keys that OAuth clients have by consent. */
export const consents = /* @__PURE__ */ mongoConsents(connectLive);

/** The accounts' members. A test world has none of its own. */
export const members = /* @__PURE__ */ mongoMembers(connectLive);

/** The audit log. */
export const auditLog = /* @__PURE__ */ mongoAuditLog(connect);

/** The accounts' fair shares of common pools, over all functions. */
export const shares = /* @__PURE__ */ mongoShares(connectLive);

/** Concurrency slots over all functions. */
export const slots = /* @__PURE__ */ mongoSlots(connectLive);

/** The accounts. */
export const users = /* @__PURE__ */ mongoUsers(connect);

/** Wallets and their ledger. */
export const wallets = /* @__PURE__ */ mongoWallets(connect);
