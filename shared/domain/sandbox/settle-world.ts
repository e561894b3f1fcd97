import { drive, type DrivePorts, WorldBusy } from "./drive.ts";

/** How long a settling begins new work, ms: a call of the clock waits for it. */
const WITHIN_MS = 5_000;
/** When a world that another worker drives is looked at again, ms: what came meanwhile may have come too late for that worker. */
const AGAIN_MS = 2_000;

/** Does what is due in a world at its time. */
export const settleWorld = async (ports: DrivePorts, userId: string): Promise<void> => {
  try {
    await drive(ports, userId, (now) => now, new Date(ports.realNow().getTime() + WITHIN_MS), "job");
  } catch (error) {
    if (!(error instanceof WorldBusy)) throw error;
    await ports.wakeIn(userId, AGAIN_MS);
  }
};
