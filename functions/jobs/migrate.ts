import { deploymentStep } from "#shared/platform/custom-resource.ts";
import { log } from "#shared/platform/log.ts";
import { migrate } from "#shared/service/migrate.ts";

/** The steps of a deployment that change indexes and old rows, called by CloudFormation before the first new version and after the last. */
export const handler = deploymentStep(log, (doing, { phase }) => migrate(doing, phase === "after" ? "after" : "before"));
