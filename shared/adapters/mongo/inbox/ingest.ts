import { decideMail } from "../../../domain/inbox/store/decide-mail.ts";
import type { Ingest } from "../../../domain/inbox/ports.ts";
import type { Connect } from "../database.ts";
import { forEver, type KeptDays } from "../retention.ts";
import { withCorrections } from "./store-page/with-corrections.ts";
import { withoutKnown } from "./store-page/leave-known.ts";
import { ownSends, rememberProviderIds } from "./store-page/own-sends.ts";
import { readWithParents } from "./store-page/read-with-parents.ts";
import { planPage } from "./store-page/plan-page.ts";
import { storeMails } from "./store-page/store-mails.ts";
import { moveCursors } from "./sync-states.ts";

/** Stores received mail in MongoDB: a page of it in one transaction, with the cursors behind it. */
export const mongoIngest = (connect: Connect, keptDays: KeptDays = forEver): Ingest => ({
  commit: async (lease, cursors, mails) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const page = { database, session, lease, keptDays };
      await moveCursors(database, lease, cursors, session);
      const own = await ownSends(page, mails);
      const fresh = await withoutKnown(page, mails);
      await rememberProviderIds(page, fresh, own);
      const decided = await withCorrections(
        page,
        fresh.map((mail) => decideMail(mail, own)).filter((mail) => mail !== undefined),
      );
      const read = await readWithParents(page, decided);
      if (read.length > 0) await storeMails(page, read, await planPage(page, read, own.all));
      return decided.length;
    });
  },
});
