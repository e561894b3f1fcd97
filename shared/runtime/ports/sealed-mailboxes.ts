import { mongoGrants } from "../../adapters/mongo/mailboxes/grants.ts";
import { mongoIpRegistry } from "../../adapters/mongo/mailboxes/ip-registry.ts";
import { mongoSealedMailboxes } from "../../adapters/mongo/mailboxes/sealed-mailboxes.ts";
import { connect } from "./database.ts";
import { keyring } from "./keyring.ts";

/** The mailboxes, their OAuth grants and the proxies of dedicated addresses, with their secrets. */
export const mailboxes = mongoSealedMailboxes(connect, keyring);
export const grants = mongoGrants(connect, keyring);
export const egressProxies = mongoIpRegistry(connect, keyring);
