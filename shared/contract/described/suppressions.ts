import { addSuppressions, listSuppressions } from "../suppressions.ts";
import { CREATED, type Described, object, page, query, shownPage } from "./described.ts";
import { unsubscribe } from "../unsubscribe.ts";

/** The words of suppressions. */
export const suppressions: readonly Described[] = [
  query(listSuppressions.query, {
    email: "Only this address, in any case.",
    reason: "Only addresses that are suppressed for this reason.",
    ...page,
  }),
  object("SuppressionList", listSuppressions.response, "A page of suppressed addresses.", {
    ...shownPage,
    suppressions: "The addresses, newest first.",
  }),
  object("NewSuppressions", addSuppressions.body, "Addresses to suppress.", {
    emails: "The addresses, 1 to 1,000; what is suppressed already stays as it is.",
  }),
  object("OneClick", unsubscribe.body, "What a mail program sends at one click.", {
    "List-Unsubscribe": "Always `One-Click`.",
  }),
  object("Suppressions", addSuppressions.response, "What is suppressed now.", {
    suppressions: "One for each address of the request, in its order.",
  }),
  object("Suppression", addSuppressions.response.shape.suppressions.def.element, "An address that gets no mail of the account.", {
    id: "The suppression's id.",
    email: "The address, in lower case.",
    reason: "`manual`: you added it; `bounced`: a delivery to it failed for good; `unsubscribed`: its owner asked for no more.",
    send_id: 'The send that bounced, or whose link was used; "" for `manual`.',
    created_at: CREATED,
  }),
];
