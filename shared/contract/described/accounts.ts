import { createApiKey, listApiKeys, login } from "../auth.ts";
import { getCredits, listTransactions } from "../credits.ts";
import { errorBody, errorType, fieldDetails } from "../errors.ts";
import { CREATED, type Described, named, object, page, query, shownPage } from "./described.ts";

const key = {
  id: "The key's id, by which it is revoked.",
  name: 'What you called it; "" for a key that a login made.',
  scopes: "What the key may do: `send` and answer mail, `read` it and mark it read, `admin` mailboxes and keys.",
  last4: "The last four characters of the key, to tell keys apart.",
  created_at: CREATED,
  last_used_at: "When the key was last used, to the minute or so; absent before its first use.",
};

/** The words of accounts, keys, credits and errors. */
export const accounts: readonly Described[] = [
  object("Error", errorBody, "What every failed request answers.", {
    error: "The reason phrase of the status, for people.",
    message: "What is wrong, for people; its wording may change.",
    code: "The HTTP status again.",
    type: "What is wrong, for programs; it never changes.",
    details:
      "The fields at fault of a 400, all of them, and those that name suppressed recipients; for another conflict, a sentence that names the state. Absent otherwise.",
    requestId: "The request's id, to give to support; only on a 500 and a 503.",
  }),
  named("ErrorType", errorType, "What is wrong, as a word that programs may rely on."),
  object("FieldProblem", fieldDetails.def.element, "A field at fault.", {
    field: "The field's name; a dot goes one level down, as in `headers.Bcc`.",
    message: "What is wrong with it.",
  }),
  object("LoginRequest", login.body, "Who logs in.", {
    email: "The account's email address.",
    password: "The account's password, up to 1,024 bytes.",
  }),
  object("Login", login.response, "A new API key for the account.", {
    user: "The account.",
    token: "The API key, `sk_live_` and 64 hexadecimal digits. It is shown once: keep it.",
  }),
  object("User", login.response.shape.user, "An account.", {
    id: "The account's id.",
    email: "The address it logs in with.",
    name: "The account's name.",
  }),
  named("Scope", createApiKey.body.shape.scopes.def.element, "One thing that an API key may do."),
  object("CreateApiKey", createApiKey.body, "The key to make.", {
    name: "What to call it, up to 100 characters.",
    scopes: key.scopes,
  }),
  object("NewApiKey", createApiKey.response, "A key that was just made, with its secret.", {
    ...key,
    token: "The API key itself. It is shown once: keep it.",
  }),
  object("ApiKey", listApiKeys.response.def.element, "An API key, without its secret.", key),
  object("Credits", getCredits.response, "The wallet.", {
    balance: "How many emails the account may still send; one credit pays one accepted email.",
    updated_at: "When the balance last changed.",
  }),
  query(listTransactions.query, page),
  object("TransactionList", listTransactions.response, "A page of the ledger.", {
    ...shownPage,
    transactions: "Top-ups and charges, newest first.",
  }),
  object("Transaction", listTransactions.response.shape.transactions.def.element, "A line of the ledger.", {
    id: "The line's id.",
    type: "`topup` adds credits, `charge` takes one for an accepted email.",
    amount: "How many credits, always positive.",
    balance_after: "The balance that the line left.",
    send_id: 'The send that a charge paid; "" for a top-up.',
    reference: 'What the operator noted with a top-up; "" for a charge.',
    created_at: CREATED,
  }),
];
