import type { OpenPage, Pages } from "../../../../domain/inbox/ports/open-page.ts";
import type { Connect } from "../../database.ts";
import { forEver, type KeptDays } from "../../retention.ts";
import { waitingSends } from "../answers.ts";
import { moveCursors } from "../sync-states.ts";
import { pageMessages } from "./page-messages.ts";
import { pagePeople } from "./page-people.ts";
import { pageSends } from "./page-sends.ts";
import { pageSuppressions } from "./page-suppressions.ts";
import { pageThreads } from "./page-threads.ts";
import type { PageTransaction } from "./page-transaction.ts";

const openPage = (transaction: PageTransaction): OpenPage => ({
  messages: pageMessages(transaction),
  sends: pageSends(transaction),
  threads: pageThreads(transaction),
  waiting: waitingSends(transaction, transaction.lease.userId),
  suppressions: pageSuppressions(transaction, transaction.lease.userId),
  people: pagePeople(transaction),
});

/** Pages of received mail in MongoDB, each in one transaction. */
export const mongoPages = (connect: Connect, keptDays: KeptDays = forEver): Pages => ({
  transaction: async (lease, cursors, work) => {
    const database = await connect();
    return database.transaction(async (session) => {
      await moveCursors(database, lease, cursors, session);
      return work(openPage({ database, session, lease, keptDays }));
    });
  },
});
