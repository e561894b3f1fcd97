import { mongoWallets } from "../../adapters/mongo/accounts/wallets.ts";
import { connect } from "./database.ts";

/** Wallets and their ledger. */
export const wallets = mongoWallets(connect);
