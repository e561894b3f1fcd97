import { openedLater, type ReadBodies } from "../body-store.ts";
import { setting, type Need } from "../env.ts";
import { unavailable } from "../errors.ts";
import { log } from "../log.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["readBodies"];

const store = /* @__PURE__ */ openedLater(async () => (await import("../s3.ts")).openBucket(setting("BODIES_BUCKET")));

const RETRY_SECONDS = 5;

/** Reads bodies that have left the database; throws a Refusal (503) while they cannot be read. */
export const bodyStore: ReadBodies = {
  get: (key) =>
    store.get(key).catch((error: unknown) => {
      log.error("a moved body could not be read", { error });
      throw unavailable("The text of older mail cannot be read now; try again", RETRY_SECONDS);
    }),
};
