import { sandboxJob } from "#shared/service/queue-messages.ts";
import { settleWorld } from "#shared/sandbox/drive.ts";
import { driving } from "#shared/sandbox/wiring/drive-world.ts";
import { worker } from "#shared/service/job.ts";

/** Does what is due in the test world in a message of the sandbox queue. */
export const handler = worker(sandboxJob, ({ userId }) => settleWorld(driving, userId));
