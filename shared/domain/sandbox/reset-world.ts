import { type DrivePorts, LEASE_MS, WorldBusy } from "./drive.ts";
import { whenFree } from "./when-free.ts";

type ResetPorts = Pick<DrivePorts, "worlds" | "realNow" | "pause">;

/** Empties the account's world and sets its clock to real time; throws `conflict` while its clock is moved. */
export const resetWorld = (ports: ResetPorts, userId: string): Promise<void> =>
  whenFree(ports, userId, async () => {
    const lease = await ports.worlds.lease(userId, LEASE_MS, "call");
    if (!lease) throw new WorldBusy();
    try {
      await ports.worlds.reset(userId);
      await ports.worlds.set(lease, { offsetMs: 0 }, LEASE_MS);
      await ports.worlds.plan(userId, undefined);
    } finally {
      await ports.worlds.release(lease);
    }
  });
