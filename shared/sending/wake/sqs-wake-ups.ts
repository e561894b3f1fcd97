import type { Clock } from "#shared/platform/ports.ts";
import { planWakes } from "./plan-wakes.ts";
import type { WakeUps } from "../ports/wake-ups.ts";
import { putMessages, type QueueSettings } from "#shared/platform/put-messages.ts";

/** Sends wake-ups to the send queue; the sweeper finds sends whose wake-up could not be sent (G1 in shared/README.md). */
export const sqsWakeUps = (settings: QueueSettings & { readonly clock: Clock }): WakeUps => {
  const put = putMessages(settings);
  return {
    wake: (sends) => put(planWakes(sends, settings.clock.now()).map(({ job, ...facts }) => ({ body: job, ...facts }))),
  };
};
