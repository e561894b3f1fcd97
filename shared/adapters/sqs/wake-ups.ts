import type { Clock } from "../../domain/ports.ts";
import { planWakes, type Wake } from "../../domain/sending/wake/plan-wakes.ts";
import type { WakeUps } from "../../domain/sending/ports.ts";
import { putMessages, type QueueSettings } from "./put-messages.ts";

/** The queues that wake the workers of sending; a URL is read when a message for it comes. */
export interface WakeUpSettings extends Omit<QueueSettings, "queueUrl"> {
  readonly queueUrls: Readonly<Record<Wake["queue"], () => string>>;
  readonly clock: Clock;
}

/** Wake-ups as messages of the send queue and the singles queue; the sweeper finds what could not be put there (G1). */
export const sqsWakeUps = ({ queueUrls, clock, ...settings }: WakeUpSettings): WakeUps => {
  const put = {
    send: putMessages({ ...settings, queueUrl: queueUrls.send }),
    singles: putMessages({ ...settings, queueUrl: queueUrls.singles }),
  };
  return {
    wake: async (sends) => {
      const byQueue = Map.groupBy(planWakes(sends, clock.now()), ({ queue }) => queue);
      await Promise.all(
        [...byQueue].map(([queue, wakes]) =>
          put[queue](wakes.map(({ job, tenant, delaySeconds }) => ({ body: job, tenant, delaySeconds }))),
        ),
      );
    },
  };
};
