import { account } from "./account.ts";
import { accounts } from "./accounts.ts";
import type { Described } from "./described.ts";
import { events } from "./events.ts";
import { inbox } from "./inbox.ts";
import { mailboxes } from "./mailboxes.ts";
import { sending } from "./sending.ts";
import { suppressions } from "./suppressions.ts";
import { webhooks } from "./webhooks.ts";

/** The words of every schema, by the schema. */
export const words: ReadonlyMap<unknown, Described> = new Map(
  [...accounts, ...account, ...mailboxes, ...sending, ...inbox, ...events, ...webhooks, ...suppressions].map((described) => [
    described.schema,
    described,
  ]),
);
