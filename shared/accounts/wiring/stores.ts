import { mongoApiKeys } from "../store/api-keys.ts";
import { mongoBounds } from "../store/bounds.ts";
import { mongoIdempotency } from "../store/idempotency.ts";
import { mongoRateLimits } from "../store/rate-limits.ts";
import { connect, connectLive } from "#shared/platform/wiring/database.ts";
import { mongoAuditLog } from "../store/audit-log.ts";
import { mongoShares } from "../store/shares.ts";
import { mongoSlots } from "../store/slots.ts";
import { mongoUsers } from "../store/users.ts";
import { mongoWallets } from "../store/wallets.ts";

/** API keys, their bounds, limits and saved answers: the ports of every endpoint with a key. Keys and limits are no part of a test world. */
export const apiKeys = /* @__PURE__ */ mongoApiKeys(connectLive);
export const bounds = /* @__PURE__ */ mongoBounds(connect);
export const rateLimits = /* @__PURE__ */ mongoRateLimits(connectLive);
export const idempotency = /* @__PURE__ */ mongoIdempotency(connect);

/** Who did what, from where and when. */
export const auditLog = /* @__PURE__ */ mongoAuditLog(connect);

/** The accounts' shares of what all share, over all functions. */
export const shares = /* @__PURE__ */ mongoShares(connectLive);

/** Concurrency slots over all functions. */
export const slots = /* @__PURE__ */ mongoSlots(connectLive);

/** The accounts. */
export const users = /* @__PURE__ */ mongoUsers(connect);

/** Wallets and their ledger. */
export const wallets = /* @__PURE__ */ mongoWallets(connect);
