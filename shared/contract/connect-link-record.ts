import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { dateTimeOut } from "./fields.ts";
import { tenantOut } from "./tenant.ts";

/** The languages of the page, and what the link's `locale` may be (ISO 639-1). */
export const connectLocales = ["en", "de", "fr", "es", "pt", "nl", "it", "pl", "ja"] as const;

/** The kinds of mailboxes that a link may connect. */
export const connectTypes = ["smtp", "google", "outlook"] as const;

/** The states of a link. */
export const connectLinkStatus = z.enum(["open", "completed", "expired"]);

/** A connect link, without its address, which is shown once. */
export const connectLink = named(
  "ConnectLink",
  z.object({
    id: described(z.string(), "The link's id; the browser brings it to your `redirect_uri` as `connect_link`."),
    status: described(connectLinkStatus, "`open`: it can be used; `completed`: it connected a mailbox; `expired`: its time is over."),
    mailbox_id: described(z.string(), 'The mailbox that it connected, or that it is to connect again; "" before that.'),
    email: described(z.string(), 'The address that the page suggests, and after that the connected one; "" when none was given.'),
    types: described(z.array(z.enum(connectTypes)), "The kinds of mailboxes that it may connect; empty for all."),
    redirect_uri: described(z.string(), "Where the browser goes in the end."),
    state: described(z.string(), "Comes back to your `redirect_uri` as `state`: compare the two."),
    display_name: described(z.string(), 'The display name that the mailbox gets; "" leaves it as it is.'),
    ...tenantOut,
    locale: described(z.string(), 'The language of the page; "" for the browser\'s.'),
    failures: described(z.int(), "How many tries to connect have failed."),
    last_error: described(z.string(), 'Why the last try failed; "" when none has.'),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
    expires_at: described(dateTimeOut, "When it stops working."),
    completed_at: described(z.optional(dateTimeOut), "When it connected the mailbox; absent before."),
  }),
  "A single-use link by which a mailbox's owner connects it in the browser.",
);
