import type { getAccount } from "../contract/account.ts";
import type { AnswerOf } from "../contract/operation.ts";
import type { Account } from "../domain/account/settings.ts";
import { dateOut } from "./dates.ts";

/** An account on the wire. */
export const accountOut = ({
  id,
  email,
  name,
  suppressBounced,
  suppressComplained,
  shareCorrections,
  lowBalance,
  createdAt,
}: Account): AnswerOf<typeof getAccount> => ({
  id,
  email,
  name,
  suppress_bounced: suppressBounced,
  suppress_complained: suppressComplained,
  share_corrections: shareCorrections,
  low_balance: lowBalance,
  created_at: dateOut(createdAt),
});
