import { mongoIps } from "../../adapters/mongo/mailboxes/ips.ts";
import { connect } from "./database.ts";

/** The dedicated addresses, without their proxies. */
export const ips = mongoIps(connect);
