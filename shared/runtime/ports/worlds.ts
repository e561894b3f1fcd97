import { mongoWorlds } from "../../adapters/mongo/sandbox/worlds.ts";
import { nowOf } from "../../domain/sandbox/world-time.ts";
import { inWorld } from "../../domain/world.ts";
import { processClock } from "../system.ts";
import { connectLive } from "./database.ts";

/** The test worlds of all accounts. */
export const worlds = mongoWorlds(connectLive);

/** Runs a request of a test key in its account's world, at the world's time. */
export const inTestWorld = async <R>(userId: string, work: () => Promise<R>): Promise<R> => {
  const time = await worlds.open(userId);
  return inWorld({ userId, now: () => nowOf(time, processClock.now()) }, work);
};
