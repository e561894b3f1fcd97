import type { BouncedRecipient } from "./recipients.ts";
import { bounceClass, isPermanent } from "#shared/mail/read/bounces/bounce-class.ts";

/** A recipient whose copy bounced, with the class of the report. */
export interface ShownBounce extends Omit<BouncedRecipient, "unproven"> {
  readonly class: ReturnType<typeof bounceClass>;
  readonly permanent: boolean;
  readonly status: string;
  readonly diagnostic: string;
  readonly proven: boolean;
}

/**
 * Adds the class to a bounce. An exception: the class is computed when it is shown, so that records of older versions have one, too, by their text
 * alone.
 */
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
