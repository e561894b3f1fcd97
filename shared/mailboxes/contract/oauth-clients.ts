import { namesWith, withDirectories, withTopics } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import { acrossFields, atMost, dateTimeOut, idParams, lineOfText, objectId } from "#shared/api/fields.ts";
import { described, named, operation } from "#shared/api/operation.ts";
import { tenantName, tenantOut } from "#shared/api/tenant.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";
import type { NewOAuthClient, OAuthClient, OAuthClientChanges } from "../oauth/oauth-clients.ts";

const provider = z.enum(namesWith("oauth"), `must be ${namesWith("oauth").join(" or ")}`);
const visible = (max: number) => z.string().check(atMost(max), z.minLength(1, "is required"), z.regex(/^[\x21-\x7e]+$/, VISIBLE));
const VISIBLE = "must be visible ASCII characters without spaces";
const clientSecret = visible(512);
const DIRECTORY = "must be the id of an Entra directory, or one of its domains";
const directory = z.string().check(atMost(253), z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, DIRECTORY));

/** An OAuth client, without its secret. */
const oauthClient = named(
  "OAuthClient",
  z.object({
    id: described(z.string(), "The record's id, which is `oauth_client_id` elsewhere."),
    provider: described(provider, "Where it is registered."),
    client_id: described(z.string(), "The client's id at the provider."),
    name: described(z.string(), "A name of yours for it."),
    ...tenantOut,
    directory_id: described(z.string(), 'The Entra directory of an application for one organisation; "" for any other.'),
    pubsub_topic: described(z.string(), 'The Pub/Sub topic to which Gmail tells of new mail; "" for none: mailboxes are polled.'),
    created_at: described(dateTimeOut, "When it was created, RFC 3339 in UTC."),
    updated_at: described(dateTimeOut, "When it was last changed, RFC 3339 in UTC."),
  }),
  "An application of your own at a provider, for which mailboxes' owners consent; its secret is never shown.",
);

/** The choice of a client, where a mailbox is connected. */
export const oauthClientId = described(
  z.optional(objectId),
  "Your own OAuth client (`/v1/oauth-clients`) that the owner consents to; this service's own when absent.",
);

/** The choice of a client for new access of a connected mailbox. */
export const oauthClientChange = described(
  z.optional(z.union([objectId, z.literal("")], 'must be the id of an OAuth client, or ""')),
  "With `code` or `refresh_token`: your own OAuth client that gave it, \"\" for this service's; the mailbox's present one when absent.",
);

/** The client of a record. */
export const oauthClientOut = {
  oauth_client_id: described(
    z.string(),
    'Your own OAuth client that the owner consented to; "" for this service\'s, and for mailboxes with passwords.',
  ),
};

const TOPIC = "must be a topic, projects/…/topics/…";
const topic = z.string().check(atMost(300), z.regex(/^projects\/[a-z0-9:.-]{1,100}\/topics\/[A-Za-z0-9._~%+-]{3,191}$/, TOPIC));

const example = {
  id: "655f1c2e9b1e8a00123456c0",
  provider: "google" as const,
  client_id: "4711-abc.apps.googleusercontent.com",
  name: "Acme's Workspace",
  tenant: "",
  directory_id: "",
  pubsub_topic: "",
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};

const onlyWithDirectories = acrossFields(
  z.refine<{ readonly provider: string; readonly directory_id?: string | undefined }>(
    ({ provider: at, directory_id: id }) => id === undefined || withDirectories().includes(at),
    { path: ["directory_id"], error: `is for ${withDirectories().join(" or ")}` },
  ),
);

const onlyWithTopics = acrossFields(
  z.refine<{ readonly provider: string; readonly pubsub_topic?: string | undefined }>(
    ({ provider: at, pubsub_topic: given }) => given === undefined || withTopics().includes(at),
    { path: ["pubsub_topic"], error: `is for ${withTopics().join(" or ")}` },
  ),
);

/** POST /v1/oauth-clients (api/README.md, "OAuth clients"). */
export const createOAuthClient = operation({
  id: "oauth-clients/create",
  mode: "live",
  audited: "oauth_client.created",
  method: "POST",
  path: "/v1/oauth-clients",
  boundKeys: "none",
  summary: "Add an OAuth client",
  description: "Store an application of your own at Google or Microsoft, to which owners consent in place of this service's",
  idempotent: true,
  body: named(
    "NewOAuthClient",
    z
      .strictObject({
        provider: described(provider, "Where it is registered."),
        client_id: described(visible(255), "The client's id at the provider."),
        client_secret: described(clientSecret, "The client's secret. It is stored encrypted and never shown."),
        name: described(lineOfText(100).check(z.minLength(1, "is required")), "A name of yours for it, up to 100 characters."),
        tenant: described(
          z.optional(tenantName),
          "Only mailboxes of this customer of yours are connected with it; it cannot be changed. All mailboxes when absent.",
        ),
        pubsub_topic: described(
          z.optional(topic),
          "Google only: a Pub/Sub topic of the application's project, `projects/…/topics/…`, to which Gmail tells of new mail; its mailboxes are polled when absent.",
        ),
        directory_id: described(
          z.optional(directory),
          "Outlook only: the Entra directory (tenant id or domain) of an application for one organisation; absent for one that takes accounts of any.",
        ),
      })
      .check(onlyWithDirectories, onlyWithTopics),
    "An application of your own at a provider.",
  ),
  response: oauthClient,
  status: 201,
  errors: [400, 409],
  example: {
    body: { provider: example.provider, client_id: example.client_id, client_secret: "GOCSPX-4711", name: example.name },
    response: example,
  },
});

/** GET /v1/oauth-clients. */
export const listOAuthClients = operation({
  id: "oauth-clients/list",
  mode: "live",
  method: "GET",
  path: "/v1/oauth-clients",
  boundKeys: "none",
  summary: "List OAuth clients",
  description: "List the account's own OAuth clients, oldest first; an account has up to 100",
  scope: "admin",
  response: z.array(oauthClient),
  errors: [],
  example: { response: [example] },
});

/** GET /v1/oauth-clients/{id}. */
export const getOAuthClient = operation({
  id: "oauth-clients/get",
  mode: "live",
  method: "GET",
  path: "/v1/oauth-clients/{id}",
  boundKeys: "none",
  summary: "Get an OAuth client",
  description: "One OAuth client, without its secret",
  scope: "admin",
  params: idParams,
  response: oauthClient,
  errors: [400, 404],
  example: { response: example },
});

/** PATCH /v1/oauth-clients/{id}. */
export const patchOAuthClient = operation({
  id: "oauth-clients/patch",
  mode: "live",
  audited: "oauth_client.updated",
  method: "PATCH",
  path: "/v1/oauth-clients/{id}",
  boundKeys: "none",
  summary: "Change an OAuth client",
  description: "Rename an OAuth client, or give it a new secret, which is tried with a mailbox's refresh token before it is stored",
  limit: "credentials",
  outside: "always",
  params: idParams,
  body: named(
    "OAuthClientChanges",
    z.strictObject({
      name: described(z.optional(lineOfText(100).check(z.minLength(1, "is required"))), "A name of yours for it, up to 100 characters."),
      pubsub_topic: described(
        z.optional(z.union([topic, z.literal("")], TOPIC)),
        'The Pub/Sub topic to which Gmail tells of new mail; "" for none. It takes effect when a mailbox is next asked for, within a day.',
      ),
      client_secret: described(
        z.optional(clientSecret),
        "The new secret. Where mailboxes use the client, access is renewed with it first: 400 when the provider refuses it, 503 when it does not answer.",
      ),
    }),
    "What to change; absent fields stay as they are.",
  ),
  response: oauthClient,
  errors: [400, 404, 503],
  example: { body: { name: "Acme's Workspace" }, response: example },
});

/** DELETE /v1/oauth-clients/{id}. */
export const deleteOAuthClient = operation({
  id: "oauth-clients/delete",
  mode: "live",
  audited: "oauth_client.deleted",
  method: "DELETE",
  path: "/v1/oauth-clients/{id}",
  boundKeys: "none",
  summary: "Delete an OAuth client",
  description: "Delete an OAuth client; 409 with their number while mailboxes are connected with it",
  params: idParams,
  status: 204,
  errors: [400, 404, 409],
});

/** A new client in the domain's form. */
export const oauthClientIn: Into<NewOAuthClient, typeof createOAuthClient.body> = fromWire(createOAuthClient.body);

/** The changes of a client in the domain's form. */
export const oauthClientChangesIn: Into<OAuthClientChanges, typeof patchOAuthClient.body> = fromWire(patchOAuthClient.body);

/** A client, without its secret. */
export const oauthClientAnswer: From<OAuthClient, typeof oauthClient> = toWire(oauthClient);
