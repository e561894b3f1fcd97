// A process that dies, played within this one: nothing that it does after its death reaches anything.
import type { Connect } from "#shared/platform/mongo/database.ts";

/** The process of a request or a worker has died. */
export class Died extends Error {
  override readonly name = "Died";
}

/** One life: `step` is called before and after whatever it does, and throws from its nth call on. */
export const lifeOf = (steps: number) => {
  let taken = 0;
  let isOver = false;
  const { promise: death, resolve } = Promise.withResolvers<void>();
  return {
    step: (): void => {
      if (!isOver && taken++ < steps) return;
      isOver = true;
      resolve();
      throw new Died();
    },
    isOver: () => isOver,
    /** Resolves when it dies. */
    death,
  };
};

type Work = (...given: never[]) => unknown;
/** Neither asks nor changes anything outside of the process. */
const OWN = new Set(["clock", "ids", "log"]);

/** The same ports, of which each call is a step before and after. With `hangs` the calls of the dead never end, as in a process that is gone. */
export const mortalPorts = <P extends object>(ports: P, step: () => void, hangs = false): P => {
  const stepping =
    (work: Work): Work =>
    async (...given) => {
      try {
        step();
        const result = await work(...given);
        step();
        return result;
      } catch (error) {
        if (hangs && error instanceof Died) await new Promise(() => undefined);
        throw error;
      }
    };
  const part = (port: unknown): unknown => {
    if (typeof port === "function") return stepping(port as Work);
    if (typeof port !== "object" || port === null) return port;
    return Object.fromEntries(Object.entries(port).map(([name, work]) => [name, typeof work === "function" ? stepping(work) : work]));
  };
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, OWN.has(name) ? port : part(port)])) as never;
};

/** The same database, with a step between a transaction's last statement and its commit. */
export const mortalConnect =
  (connect: Connect, step: () => void): Connect =>
  async () => {
    const database = await connect();
    return {
      ...database,
      transaction: (work) =>
        database.transaction(async (session) => {
          const result = await work(session);
          step();
          return result;
        }),
    };
  };
