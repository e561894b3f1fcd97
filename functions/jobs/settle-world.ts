import { sandboxJob } from "#shared/contract/queue-messages.ts";
import { settleWorld } from "#shared/domain/sandbox/settle-world.ts";
import { driving } from "#shared/runtime/ports/drive-world.ts";
import { worker } from "#shared/runtime/worker.ts";

/** Does what is due in the test world in a message of the sandbox queue. */
export const handler = worker(sandboxJob, ({ userId }) => settleWorld(driving, userId));
