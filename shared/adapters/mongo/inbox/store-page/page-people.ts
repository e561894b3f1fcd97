import type { PagePeople } from "../../../../domain/inbox/ports/open-page.ts";
import { isFreemail } from "../../../../domain/mailboxes/dns/freemail.ts";
import { usersOf } from "../../accounts/users.ts";
import { oid } from "../../documents.ts";
import { mailboxesOf } from "../../mailboxes/mailbox-documents.ts";
import type { PageTransaction } from "./page-transaction.ts";

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();
/** The most mailboxes of a tenant that are read. */
const MAILBOXES_MAX = 1_000;

/** The people of a page's account and tenant in MongoDB. */
export const pagePeople = ({ database, session, lease }: PageTransaction): PagePeople => ({
  among: async (emails) => {
    const userId = oid(lease.userId);
    const account = await usersOf(database).findOne({ _id: userId }, { session, projection: { ownDomains: 1 } });
    const mailbox = await mailboxesOf(database).findOne({ _id: oid(lease.id), userId }, { session, projection: { tenant: 1 } });
    // A mailbox without a tenant is of the tenant of those without one.
    const ofTenant = { userId, tenant: mailbox?.tenant ?? { $exists: false } };
    const colleagues = await mailboxesOf(database)
      .find(ofTenant, { session, projection: { email: 1, aliases: 1 } })
      .limit(MAILBOXES_MAX)
      .toArray();
    const addresses = new Set(colleagues.flatMap(({ email, aliases = [] }) => [email, ...aliases].map((one) => one.toLowerCase())));
    const { ownDomains = [] } = account ?? {};
    const domains = new Set(ownDomains.length > 0 ? ownDomains : [...addresses].map(domainOf).filter((domain) => !isFreemail(domain)));
    return new Set(emails.filter((email) => addresses.has(email) || domains.has(domainOf(email))));
  },
});
