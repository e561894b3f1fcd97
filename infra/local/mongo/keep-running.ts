import type { ChildProcess } from "node:child_process";

/** A server process that is restarted when it dies. */
export interface KeptProcess {
  /** Resolves when the process died and cannot be restarted. */
  readonly lost: Promise<Error>;
  readonly stop: () => Promise<void>;
}

const MAX_RESTARTS = 5;

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => void child.once("exit", () => resolve()));

/** Ends a process and waits until it has ended. */
export const stopProcess = async (child: ChildProcess): Promise<void> => {
  child.kill("SIGTERM");
  await ended(child);
};

/** Starts a process, and restarts it a few times when it ends unexpectedly. `launch` resolves when it is ready and throws when it does not start. */
export const keepRunning = async (name: string, launch: () => Promise<ChildProcess>): Promise<KeptProcess> => {
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  let running = Promise.resolve(await launch());
  let [isStopping, restarts] = [false, 0];
  const watch = (child: ChildProcess): ChildProcess => {
    void ended(child).then(() => {
      if (isStopping) return;
      const how = `${name} ended unexpectedly (${child.signalCode ?? `code ${child.exitCode}`})`;
      if (++restarts > MAX_RESTARTS) return lose(new Error(`${how} for the ${restarts}th time`));
      console.error(`${how}: it is restarted`);
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
