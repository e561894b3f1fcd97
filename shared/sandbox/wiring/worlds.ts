import { mongoWorlds } from "../store/worlds.ts";
import { assertRoom } from "../room.ts";
import { nowOf } from "../world-time.ts";
import { currentWorld, inWorld } from "#shared/platform/world.ts";
import { processClock } from "#shared/platform/system.ts";
import { connectLive } from "#shared/platform/wiring/database.ts";

/** The test worlds of all accounts. */
export const worlds = mongoWorlds(connectLive);

/** Runs a request of a test key in its account's world, at the world's time. */
export const inTestWorld = async <R>(userId: string, work: () => Promise<R>): Promise<R> => {
  const { stored, ...time } = await worlds.open(userId);
  const added = { rows: 0, bytes: 0 };
  const world = { userId, now: () => nowOf(time, processClock.now()), added, ...(stored && { stored }) };
  try {
    return await inWorld(world, work);
  } finally {
    await worlds.add(userId, added);
  }
};

/** Throws 409 when the test world of the current call is full. */
export const assertRoomHere = async (): Promise<void> => {
  const world = currentWorld();
  if (world) await assertRoom(worlds, world.userId, world.stored);
};
