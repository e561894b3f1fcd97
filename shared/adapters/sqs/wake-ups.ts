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
  const queues = [
    { name: "send", put: putMessages({ ...settings, queueUrl: queueUrls.send }) },
    { name: "singles", put: putMessages({ ...settings, queueUrl: queueUrls.singles }) },
  ] as const;
  return {
    wake: async (sends) => {
      const wakes = planWakes(sends, clock.now());
      const of = (name: Wake["queue"]) => wakes.filter(({ queue }) => queue === name);
      await Promise.all(
        queues.map(({ name, put }) => put(of(name).map(({ job, tenant, delaySeconds }) => ({ body: job, tenant, delaySeconds })))),
      );
    },
  };
};
