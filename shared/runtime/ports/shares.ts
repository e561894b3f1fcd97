import { mongoShares } from "../../adapters/mongo/accounts/shares.ts";
import { connectLive } from "./database.ts";

/** The accounts' shares of what all share, over all functions. */
export const shares = mongoShares(connectLive);
