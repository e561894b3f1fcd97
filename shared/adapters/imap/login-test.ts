import { classifyConnectionError } from "../../domain/mailboxes/connection-errors.ts";
import type { ConnectionTests } from "../../domain/mailboxes/ports.ts";
import type { OpenConnection } from "./open-connection.ts";

const TIME_MS = 20_000;

/** Logs in over IMAP and looks at INBOX, for some servers accept a login that may read nothing; answers the failure. */
export const imapLoginTest =
  (open: OpenConnection): ConnectionTests["imap"] =>
  async (account) => {
    try {
      const client = await open(account, AbortSignal.timeout(TIME_MS));
      try {
        if ((await client.status("INBOX", { uidNext: true })) === false) throw new Error("INBOX cannot be read");
      } finally {
        client.close();
      }
      return undefined;
    } catch (error) {
      return classifyConnectionError(error, { protocol: "IMAP", credential: "password" in account.credential ? "password" : "oauth" });
    }
  };
