import { sandboxFull } from "#shared/platform/errors.ts";
import type { Stored } from "#shared/platform/world.ts";
import type { Worlds } from "./ports.ts";

/** The most that a test world stores, records and bytes. */
const MOST_STORED: Stored = { rows: 50_000, bytes: 100_000_000 };

const isFull = ({ rows, bytes }: Stored): boolean => rows >= MOST_STORED.rows || bytes >= MOST_STORED.bytes;

/**
 * Throws `sandboxFull` when the account's world is full; due work in it still runs. `stored` is a known size: records are counted only when that is
 * absent or says full.
 */
export const assertRoom = async (worlds: Pick<Worlds, "measure">, userId: string, stored: Stored | undefined): Promise<void> => {
  if (stored && !isFull(stored)) return;
  if (isFull(await worlds.measure(userId))) throw sandboxFull(MOST_STORED.rows, MOST_STORED.bytes / 1_000_000);
};
