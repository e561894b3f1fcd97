import type { BodyStore } from "#shared/platform/body-store.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { type KeptOfRows, moveBodies, removeObjects } from "#shared/platform/mongo/moved-bodies.ts";
import { bodyCollections } from "#shared/platform/mongo/retention.ts";
import type { Clock, Log } from "#shared/platform/ports.ts";
import { WORLD_PREFIX } from "#shared/platform/world.ts";
import type { SendBody } from "#shared/sending/send.ts";
import type { SendDocument } from "#shared/sending/store/send-documents.ts";
import { sentContent } from "#shared/threads/thread-facts.ts";

/** The dependencies of moving bodies. */
export interface MoveBodiesPorts {
  /** Opens the live database: the job moves the bodies of test worlds, too. */
  readonly connect: Connect;
  readonly store: BodyStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** No batch begins later than this after the start, ms; the function may run for 240 s. */
const BEGIN_WITHIN_MS = 200_000;
/** How many rows a batch has in memory: a body may have a megabyte, twice that as a string, and the files of a send 16. */
const BATCH = { sendBodies: 40, messageBodies: 40, sendAttachments: 2 } as const;
const REMOVALS = 500;

/** The snippet stays in a send's row, so that a conversation's summary can be computed without reading objects. */
const snippetsIn =
  (database: Database, prefix: string): KeptOfRows =>
  async (name, rows) => {
    if (name !== "sendBodies") return new Map();
    const ids = rows.map(({ _id }) => _id as SendDocument["_id"]);
    const sends = database
      .collection<Pick<SendDocument, "_id" | "kind">>(`${prefix}sends`)
      .find({ _id: { $in: ids } }, { projection: { kind: 1 } });
    const kinds = new Map((await sends.toArray()).map(({ _id, kind }) => [String(_id), kind]));
    return new Map(
      rows.map((row) => {
        const { snippet } = sentContent({ kind: kinds.get(String(row["_id"]))! }, row as unknown as SendBody);
        return [String(row["_id"]), { snippet }];
      }),
    );
  };

/**
 * Moves to the body store what has been in the database for its days, of live mail and of test worlds, and deletes the objects of what was erased.
 * What is left when its time is over, or after a failure, is found by the next run.
 */
export const moveDueBodies = async ({ connect, store, clock, log }: MoveBodiesPorts): Promise<void> => {
  const database = await connect();
  const until = clock.now().getTime() + BEGIN_WITHIN_MS;
  const hasTime = () => clock.now().getTime() < until;
  let moved = 0;
  for (const prefix of ["", WORLD_PREFIX]) {
    while (hasTime() && (await removeObjects(database, store, prefix, REMOVALS)));
    for (const name of bodyCollections) {
      let count: number = BATCH[name];
      while (hasTime() && count === BATCH[name]) {
        count = await moveBodies(database, store, { name, prefix, most: BATCH[name], kept: snippetsIn(database, prefix) });
        moved += count;
      }
    }
  }
  log.info("bodies moved", { moved, isBehind: !hasTime() });
};
