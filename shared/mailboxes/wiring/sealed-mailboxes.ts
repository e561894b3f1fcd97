import { mongoGrants, mongoSealedMailboxes } from "../store/sealed-mailboxes.ts";
import { mongoIpRegistry } from "../store/mailboxes.ts";
import { mongoSealedOAuthClients } from "../store/oauth-clients.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { keyring } from "#shared/platform/wiring/keyring.ts";

/** The mailboxes, their OAuth grants, the accounts' own OAuth clients and the proxies of dedicated addresses, with their secrets. */
export const mailboxes = mongoSealedMailboxes(connect, keyring);
/** The OAuth grants of mailboxes. */
export const grants = mongoGrants(connect, keyring);
/** The accounts' own OAuth clients, with their secrets. */
export const sealedOAuthClients = /* @__PURE__ */ mongoSealedOAuthClients(connect, keyring);
/** The proxies of dedicated addresses, with their passwords. */
export const egressProxies = mongoIpRegistry(connect, keyring);
