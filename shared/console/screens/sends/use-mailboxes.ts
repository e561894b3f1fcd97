import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";

/** The account's mailboxes; undefined until they are known. */
export const useMailboxes = () => useRecord(["mailboxes", "all"], async () => await client.mailboxes.list()).data;
