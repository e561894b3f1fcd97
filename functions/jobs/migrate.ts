import { deploymentStep } from "#shared/runtime/custom-resource.ts";
import { log } from "#shared/runtime/log.ts";
import { migrate } from "#shared/runtime/migrate.ts";

/** The step of a deployment that changes indexes, called by CloudFormation. */
export const handler = deploymentStep(log, migrate);
