import { mongoIps, mongoMailboxes } from "../store/mailboxes.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { mongoPools } from "../store/pools.ts";
import { mongoOAuthClients } from "../store/oauth-clients.ts";
import { mongoSealedRecords, sealedCollections } from "../store/sealed-records.ts";

/** The dedicated addresses, without their proxies. */
export const ips = /* @__PURE__ */ mongoIps(connect);

/** The accounts' own OAuth clients, without their secrets. */
export const oauthClients = /* @__PURE__ */ mongoOAuthClients(connect);

/** The mailboxes, without their secrets. */
export const mailboxes = /* @__PURE__ */ mongoMailboxes(connect);

/** The pools of mailboxes. */
export const pools = /* @__PURE__ */ mongoPools(connect);

/** Every collection with sealed values, for key rotation. */
export const sealedRecords = sealedCollections.map((name) => mongoSealedRecords(connect, name));
