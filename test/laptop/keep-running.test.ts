import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { keepRunning } from "#infra/local/mongo/start-mongo.ts";
import { createParts } from "#infra/local/local-system.ts";

const started: ChildProcess[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process that waits to be killed. */
const launch = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  started.push(child);
  return child;
};

it("starts a process again that was killed, says so, and stops the new one", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const kept = await keepRunning("the server", launch);

  started[0]?.kill("SIGKILL");
  await expect.poll(() => started.length).toBe(2);
  await kept.stop();

  expect(started.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL", "SIGTERM"]);
  expect(said.mock.calls).toEqual([["the server ended unexpectedly (SIGKILL): it is restarted"]]);
});

it.each([
  ["ends again and again", Infinity, "the server ended unexpectedly (SIGKILL) for the 6th time"],
  ["does not start any more", 2, "its file is damaged"],
])("gives up a process that %s", async (_what, starts, reason) => {
  vi.spyOn(console, "error").mockReturnValue();
  const kept = await keepRunning("the server", async () => {
    if (started.length >= starts) throw new Error("its file is damaged");
    const child = await launch();
    child.kill("SIGKILL");
    return child;
  });

  expect((await kept.lost).message).toBe(reason);
});

it("stops what was started in reverse order, and does not wait for ever for a part that does not end", async () => {
  const stopped: string[] = [];
  const parts = createParts(20);
  parts.add({ stop: () => void stopped.push("database") });
  parts.add({ stop: () => new Promise(() => {}) });
  parts.add({ stop: () => Promise.reject(new Error("broken")) });
  parts.add({ stop: () => sleep(1).then(() => stopped.push("poller")) });
  const said = vi.spyOn(console, "error").mockReturnValue();

  await parts.stop();

  expect(stopped).toEqual(["poller", "database"]);
  expect(said).toHaveBeenCalledTimes(1);
});
