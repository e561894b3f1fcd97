import { namesWith } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { described, named, operation, type OutputOf } from "#shared/api/operation.ts";
import { dateTimeOut, idParams, lineOfText, objectId, plainAddress } from "#shared/api/fields.ts";
import { tenantOut, tenantField, tenantFilter } from "#shared/api/tenant.ts";
import { connectRedirect } from "#shared/accounts/contract/account.ts";
import { consentAccess, transportField } from "#shared/mailboxes/contract/mailbox-settings.ts";
import { ACCESSES, TRANSPORTS } from "#shared/providers/provider.ts";
import { oauthClientOut } from "#shared/mailboxes/contract/oauth-clients.ts";
import { offsetOrCursor, pageQuery, shownPage } from "#shared/api/paging.ts";
import { type ConnectLink, statusAt } from "../connect-link.ts";
import type { NewLink } from "../create-link.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";

/** The languages of the page, and what the link's `locale` may be (ISO 639-1). */
export const connectLocales = ["en", "de", "fr", "es", "pt", "nl", "it", "pl", "ja"] as const;

/** The kinds of mailboxes that a link may connect. */
const connectTypes = /* @__PURE__ */ namesWith("password", "oauth");

/** The states of a link. */
const connectLinkStatus = z.enum(["open", "completed", "expired"]);

/** A connect link, without its address, which is shown once. */
export const connectLink = named(
  "ConnectLink",
  z.object({
    id: described(z.string(), "The link's id; the browser brings it to your `redirect_uri` as `connect_link`."),
    status: described(connectLinkStatus, "`open`: it can be used; `completed`: it connected a mailbox; `expired`: its time is over."),
    mailbox_id: described(z.string(), 'The mailbox that it connected, or is to reconnect; "" before that.'),
    email: described(
      z.string(),
      'The address that the page suggests, or once it has connected a mailbox that mailbox\'s; "" when none was given.',
    ),
    types: described(z.array(z.enum(connectTypes)), "The kinds of mailboxes that it may connect; empty for all."),
    redirect_uri: described(z.string(), "Where the browser goes in the end."),
    state: described(z.string(), "Your value, which is returned to your `redirect_uri` as `state`: compare the two."),
    display_name: described(z.string(), 'The display name that the mailbox gets; "" leaves it as it is.'),
    ...tenantOut,
    ...oauthClientOut,
    transport: described(z.enum(["", "auto", ...TRANSPORTS]), 'The `transport` that was asked for; "" for none.'),
    access: described(z.enum(["", ...ACCESSES]), 'The `access` that the consent asks for; "" for what the operator has set.'),
    locale: described(z.string(), 'The language of the page; "" for the browser\'s.'),
    failures: described(z.int(), "How many attempts to connect have failed."),
    last_error: described(z.string(), 'Why the last attempt failed; "" when none has.'),
    created_at: described(dateTimeOut, "When the record was created, RFC 3339 in UTC."),
    expires_at: described(dateTimeOut, "When it stops working."),
    completed_at: described(z.optional(dateTimeOut), "When it connected the mailbox; absent before."),
  }),
  "A single-use link by which a mailbox's owner connects it in the browser.",
);

const DAY_SECONDS = 86_400;
const LIFE = "must be 60 to 604800 seconds";
const lifetime = z.int(LIFE).check(z.gte(60, LIFE), z.lte(7 * DAY_SECONDS, LIFE));
const types = z.array(z.enum(connectTypes)).check(
  z.minLength(1, "must name at least one type"),
  z.maxLength(connectTypes.length),
  z.refine((list) => new Set(list).size === list.length, "must name each type once"),
);

const example = {
  id: "655f1c2e9b1e8a00123456b0",
  status: "open" as const,
  mailbox_id: "",
  email: "jane@example.com",
  types: [],
  redirect_uri: "https://app.example.com/mailboxes/connected",
  state: "customer-4711",
  display_name: "",
  tenant: "",
  oauth_client_id: "",
  transport: "" as const,
  access: "" as const,
  locale: "",
  failures: 0,
  last_error: "",
  created_at: "2026-11-21T09:30:00.000Z",
  expires_at: "2026-11-22T09:30:00.000Z",
};

/** POST /v1/connect-links (api/README.md, "Connect links"). No Idempotency-Key, because a saved answer would contain the token. */
export const createConnectLink = operation({
  id: "connect-links/create",
  mode: "live",
  audited: "connect_link.created",
  method: "POST",
  path: "/v1/connect-links",
  boundKeys: { named: { mailbox_id: "mailbox" }, by: "tenant" },
  summary: "Create a connect link",
  description: "A single-use link by which a mailbox's owner connects it in the browser, or connects it again; its URL is shown once",
  body: named(
    "NewConnectLink",
    z.strictObject({
      redirect_uri: described(connectRedirect, "Where the browser goes in the end: one of the account's `connect_redirect_uris`."),
      state: described(
        z.optional(lineOfText(500)),
        "A value of yours, which is returned to `redirect_uri` unchanged; a random one when absent.",
      ),
      mailbox_id: described(
        z.optional(objectId),
        "The mailbox to connect again; its owner cannot connect another address then. The link has its tenant.",
      ),
      email: described(z.optional(plainAddress), "The address that the page suggests; with `mailbox_id` it must be the mailbox's."),
      ...tenantField,
      types: described(z.optional(types), "The kinds of mailboxes that it may connect; all when absent."),
      display_name: described(z.optional(lineOfText(200)), "The display name that the mailbox gets."),
      oauth_client_id: described(
        z.optional(objectId),
        "Your own OAuth client (`/v1/oauth-clients`) that the owner consents to at its provider; with `mailbox_id` the mailbox's when absent, else this service's.",
      ),
      transport: transportField,
      access: described(
        consentAccess,
        "Google only, by the Gmail API: what the owner is asked for, and must allow: `full`, `read_send` or `send`, as in the consent URL. With `mailbox_id` the mailbox's when absent, else what the operator has set.",
      ),
      expires_in: described(z.optional(lifetime), "How long it can be used, in seconds, 60 to 604,800 (7 days); 86,400 when absent."),
      locale: described(z.optional(z.enum(connectLocales)), "The language of the page; the browser's when absent."),
    }),
    "Whom the link is for, and where the browser goes in the end.",
  ),
  response: named(
    "CreatedConnectLink",
    z.extend(connectLink, {
      url: described(z.string(), "The link. Whoever has it can use it, so give it only to the mailbox's owner. It is shown only here."),
    }),
    "The link with its URL.",
  ),
  errors: [400, 404],
  example: {
    body: { redirect_uri: example.redirect_uri, state: example.state, email: example.email },
    response: { ...example, url: `https://mail.example.com/connect/${"a1b2c3d4".repeat(8)}` },
  },
});

/** GET /v1/connect-links. */
export const listConnectLinks = operation({
  id: "connect-links/list",
  mode: "live",
  method: "GET",
  path: "/v1/connect-links",
  boundKeys: { rows: "within", by: "tenant" },
  summary: "List connect links",
  description: "List the connect links, newest first; they are kept for 30 days after their time is over",
  scope: "admin",
  pagedBy: "created_at",
  query: z
    .strictObject({
      status: described(z.optional(connectLinkStatus), "Only links in this state."),
      ...tenantFilter,
      ...pageQuery,
    })
    .check(offsetOrCursor),
  response: named(
    "ConnectLinkList",
    z.object({ connect_links: described(z.array(connectLink), "The links, newest first."), ...shownPage }),
    "A page of connect links.",
  ),
  errors: [400],
  example: { response: { connect_links: [example], limit: 50, offset: 0 } },
});

/** GET /v1/connect-links/{id}. */
export const getConnectLink = operation({
  id: "connect-links/get",
  mode: "live",
  method: "GET",
  path: "/v1/connect-links/{id}",
  boundKeys: { id: "connectLink", by: "tenant" },
  summary: "Get a connect link",
  description: "One connect link, with the mailbox that it connected",
  scope: "admin",
  params: idParams,
  response: connectLink,
  errors: [400, 404],
  example: { response: example },
});

/** DELETE /v1/connect-links/{id}. */
export const deleteConnectLink = operation({
  id: "connect-links/delete",
  mode: "live",
  audited: "connect_link.deleted",
  method: "DELETE",
  path: "/v1/connect-links/{id}",
  boundKeys: { id: "connectLink", by: "tenant" },
  summary: "Delete a connect link",
  description: "Delete a connect link: it stops working at once; a mailbox that it connected stays",
  params: idParams,
  status: 204,
  errors: [400, 404],
});

type Shown = Omit<ConnectLink, "status"> & { readonly status: "open" | "completed" | "expired" };
const wireOf: From<Shown, typeof connectLink> = toWire(connectLink);

/** A link in the API. An exception: whether it has expired follows from the time. */
export const connectLinkOut = (link: ConnectLink, now: Date): OutputOf<typeof connectLink> =>
  wireOf({ ...link, status: statusAt(link, now) });

/** A new link in the domain's form. */
export const connectLinkIn: Into<NewLink, typeof createConnectLink.body> = fromWire(createConnectLink.body);
