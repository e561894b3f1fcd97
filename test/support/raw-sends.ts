import type { Database } from "#shared/platform/mongo/database.ts";
import type { SendDocument } from "#shared/sending/store/send-documents.ts";

/** The sends' collection for tests, which write anything into it; the product writes the moves of the domain's table alone (`sendsOf`). */
export const rawSends = (database: Database) => database.collection<SendDocument>("sends");
