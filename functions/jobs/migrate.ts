import { deploymentStep } from "#shared/platform/custom-resource.ts";
import { log } from "#shared/platform/log.ts";
import { migrate } from "#shared/service/migrate.ts";

/** The step of a deployment that changes indexes, called by CloudFormation. */
export const handler = deploymentStep(log, migrate);
