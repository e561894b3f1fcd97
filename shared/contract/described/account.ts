import { getAccount, patchAccount } from "../account.ts";
import { CREATED, type Described, object } from "./described.ts";

const settings = {
  suppress_bounced:
    "Whether a recipient whose address or domain does not exist is suppressed, and one whose mail came back from three sends in 30 days; false unless you change it.",
  suppress_complained: "Whether a recipient who complains to his provider is suppressed; true unless you change it.",
  low_balance: "The balance at which `wallet.low` is told, in credits; 100 unless you change it, 0 for never.",
};

/** The words of the account. */
export const account: readonly Described[] = [
  object("Account", getAccount.response, "The account and its settings.", {
    id: "The account's id.",
    email: "The address it logs in with.",
    name: "The account's name.",
    ...settings,
    created_at: CREATED,
  }),
  object("AccountChanges", patchAccount.body, "The settings to change; the others stay.", settings),
];
