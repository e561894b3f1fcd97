import type { ChildProcess } from "node:child_process";

/** A server's process that is started again when it dies. */
export interface KeptProcess {
  /** Resolves when the process died and cannot be started again. */
  readonly lost: Promise<Error>;
  readonly stop: () => Promise<void>;
}

const MAX_RESTARTS = 5;

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => void child.once("exit", () => resolve()));

/** Ends a process and waits for its end. */
export const stopProcess = async (child: ChildProcess): Promise<void> => {
  child.kill("SIGTERM");
  await ended(child);
};

/** Starts a process, and starts it again when it ends unasked, a few times. `launch` resolves when it is ready and throws when it does not start. */
export const keepRunning = async (name: string, launch: () => Promise<ChildProcess>): Promise<KeptProcess> => {
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  let running = Promise.resolve(await launch());
  let [isStopping, restarts] = [false, 0];
  const watch = (child: ChildProcess): ChildProcess => {
    void ended(child).then(() => {
      if (isStopping) return;
      const how = `${name} ended unasked (${child.signalCode ?? `code ${child.exitCode}`})`;
      if (++restarts > MAX_RESTARTS) return lose(new Error(`${how} for the ${restarts}th time`));
      console.error(`${how}: it is started again`);
      running = launch().then(watch);
      running.catch((error: Error) => lose(error));
    });
    return child;
  };
  watch(await running);
  return {
    lost,
    stop: async () => {
      isStopping = true;
      await running.then(stopProcess, () => {});
    },
  };
};
