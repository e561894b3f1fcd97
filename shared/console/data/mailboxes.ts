import type { Mailbox, Provider } from "../../client/index.ts";
import { client } from "./client.ts";
import { queries, useRecord } from "./queries.ts";

const KEY = ["providers"];
// The providers change only with a new version of the service.
queries.setQueryDefaults(KEY, { staleTime: Number.POSITIVE_INFINITY });

/** What the service knows of the providers of mailboxes: names, icons, limits, servers. */
export const useProviders = () => useRecord<readonly Provider[]>(KEY, () => client.providers.list());

/** A mailbox's provider; undefined until it is known. */
export const useProvider = ({ type }: Pick<Mailbox, "type">): Provider | undefined =>
  useProviders().data?.find((provider) => provider.type === type);

/** The account's mailboxes; undefined until they are known. */
export const useMailboxes = () => useRecord(["mailboxes", "all"], async () => await client.mailboxes.list()).data;
