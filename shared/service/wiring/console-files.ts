import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConsoleSource } from "../console/console-answer.ts";
import { setting, type Need } from "#shared/platform/env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["consoleFiles"];

const read = (path: string): Promise<Buffer> => readFile(join(setting("CONSOLE_DIR"), path));

const unlessAbsent = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
};

/** The console's files, which are in the bundle. */
export const consoleSource: ConsoleSource = {
  page: () => read("index.html"),
  asset: (name) => read(join("assets", name)).catch(unlessAbsent),
};
