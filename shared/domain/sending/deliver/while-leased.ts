import { whileRenewed } from "../../while-renewed.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Claim } from "../ports/claims.ts";

/** Runs work while renewing the claim's lease. */
export const whileLeased = <R>(
  { deliveries, log }: Pick<DeliverPorts, "deliveries" | "log">,
  { token, drafts, leaseMs }: Claim,
  work: () => Promise<R>,
): Promise<R> => {
  const sends = drafts.map(({ send }) => send);
  return sends.length > 0 ? whileRenewed(log, leaseMs, () => deliveries.renew(token, sends), work) : work();
};
