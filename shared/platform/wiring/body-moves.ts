import { openedLater } from "../body-store.ts";
import { setting, type Need } from "../env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["writeBodies"];

/** Writes bodies that leave the database, and deletes those of erased rows. */
export const writtenBodies = /* @__PURE__ */ openedLater(async () => (await import("../s3.ts")).openBucket(setting("BODIES_BUCKET")));

/** Whether this stage moves bodies; what was erased is deleted in any case. */
export const hasBucket = () => setting("BODIES_BUCKET") !== "";
