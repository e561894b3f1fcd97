import type { Log } from "#shared/domain/ports.ts";
import { deploymentStep } from "#shared/runtime/custom-resource.ts";
import { log } from "#shared/runtime/log.ts";
import { migrate as migrateDatabase } from "#shared/runtime/migrate.ts";

/** A step of each deployment that changes indexes, called by CloudFormation. */
export const migrate = (ports: { migrate: () => Promise<void>; log: Log }) => deploymentStep(ports.log, ports.migrate);

export const handler = migrate({ migrate: migrateDatabase, log });
