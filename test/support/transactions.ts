import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import type { ClientSession, CommandStartedEvent } from "mongodb";
import type { Database } from "#shared/platform/mongo/database.ts";

/** What a transaction under way has done. */
interface Done {
  readonly session: ClientSession;
  /** Its own commands. */
  within: number;
  /** Those that another process sees at once, and that stay when it is aborted. */
  readonly outside: string[];
}

/** Looks that need no transaction where they come before its first command: the clock, and what a claim asks before it contends. */
const mayComeBefore = new Set(["hello", "find"]);

/** Fails each transaction in which a command went out without its session. */
export const watchTransactions = () => {
  const underWay = new AsyncLocalStorage<Done>();
  return {
    see: ({ commandName, command }: CommandStartedEvent): void => {
      const done = underWay.getStore();
      if (!done) return;
      if (command["autocommit"] === false) {
        // Not what a test lets another worker do meanwhile.
        if (isDeepStrictEqual(command["lsid"], done.session.id)) done.within += 1;
      } else if (done.within > 0 || !mayComeBefore.has(commandName)) done.outside.push(`${commandName} ${String(command[commandName])}`);
    },
    watched: (database: Database): Database => ({
      ...database,
      transaction: (work) =>
        database.transaction((session) => {
          const done: Done = { session, within: 0, outside: [] };
          return underWay.run(done, async () => {
            const result = await work(session);
            if (done.outside.length > 0) throw new Error(`outside of the transaction: ${done.outside.join(", ")}`);
            return result;
          });
        }),
    }),
  };
};
