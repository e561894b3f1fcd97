import type { BouncedRecipient } from "../domain/sending/recipients.ts";
import { bounceClass, isPermanent } from "../domain/mail/read/bounces/bounce-class.ts";

/** A recipient whose copy came back, with what its report means. */
export interface ShownBounce extends Omit<BouncedRecipient, "unproven"> {
  readonly class: ReturnType<typeof bounceClass>;
  readonly permanent: boolean;
  readonly status: string;
  readonly diagnostic: string;
  readonly proven: boolean;
}

/** Adds what a report means, an exception: that is judged when it is told; what is stored of older versions is read by its words alone. */
export const shownBounce = ({ email, reason, at, status = "", unproven }: BouncedRecipient): ShownBounce => ({
  email,
  reason,
  class: bounceClass({ status, reason }),
  permanent: isPermanent({ status, reason }),
  status,
  diagnostic: reason,
  proven: unproven !== true,
  at,
});
