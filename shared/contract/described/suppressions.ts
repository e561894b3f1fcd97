import { addSuppressions, listSuppressions } from "../suppressions.ts";
import { CREATED, type Described, object, page, query, shownPage } from "./described.ts";
import { unsubscribe } from "../unsubscribe.ts";

/** The words of suppressions. */
export const suppressions: readonly Described[] = [
  query(listSuppressions.query, {
    email: "Only this address, in any case; not its domain.",
    domain: "Only this domain, where it is suppressed as a whole; not the addresses at it.",
    reason: "Only addresses that are suppressed for this reason.",
    ...page,
  }),
  object("SuppressionList", listSuppressions.response, "A page of suppressed addresses.", {
    ...shownPage,
    suppressions: "The addresses, newest first.",
  }),
  object("NewSuppressions", addSuppressions.body, "Addresses and domains to suppress, 1 to 1,000 together.", {
    emails: "The addresses; what is suppressed already stays as it is.",
    domains: "Domains such as `example.com`: nothing is sent to any address at them.",
  }),
  object("OneClick", unsubscribe.body, "What a mail program sends at one click, or the page's button.", {
    "List-Unsubscribe": "Always `One-Click`; not beside undo.",
    undo: "`1` takes back what the link did within the last minute, as the page's button does.",
  }),
  object("Suppressions", addSuppressions.response, "What is suppressed now.", {
    suppressions: "One for each address of the request, in its order, then one for each domain.",
  }),
  object(
    "Suppression",
    addSuppressions.response.shape.suppressions.def.element,
    "An address, or a whole domain, that gets no mail of the account.",
    {
      id: "The suppression's id.",
      email: 'The address, in lower case; "" when it is a domain.',
      domain: 'The domain, each address at which gets no mail; "" when it is an address.',
      reason:
        "`manual`: you added it; `bounced`: a delivery to it failed for good; `unsubscribed`: its owner asked for no more; `complained`: its owner complained.",
      send_id: 'The send that bounced, whose link was used, or that was complained about; "" for `manual`.',
      created_at: CREATED,
    },
  ),
];
