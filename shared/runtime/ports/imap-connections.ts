import { imapConnections } from "../../adapters/imap/open-connection.ts";
import { egress } from "./egress.ts";

/** Connections to IMAP servers. */
export const openImap = imapConnections(egress);
