import type { Clock } from "../../domain/ports.ts";
import { planWakes } from "../../domain/sending/wake/plan-wakes.ts";
import type { WakeUps } from "../../domain/sending/ports/wake-ups.ts";
import { putMessages, type QueueSettings } from "./put-messages.ts";

/** Puts wake-ups on the send queue; the sweeper finds sends whose wake-up could not be put there (G1 in shared/domain/README.md). */
export const sqsWakeUps = (settings: QueueSettings & { readonly clock: Clock }): WakeUps => {
  const put = putMessages(settings);
  return {
    wake: (sends) => put(planWakes(sends, settings.clock.now()).map(({ job, ...facts }) => ({ body: job, ...facts }))),
  };
};
