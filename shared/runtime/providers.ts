import * as z from "zod/mini";
import { fieldProblems } from "../contract/field-errors.ts";
import { oauthProviders, type OAuthProviders } from "../domain/mailboxes/oauth/oauth-providers.ts";

const text = z.optional(z.string());
const server = { host: text, port: z.optional(z.int().check(z.gte(1), z.lte(65_535))) };
const override = z.optional(
  z.strictObject({
    client_id: text,
    client_secret: text,
    authorize_url: z.optional(z.url()),
    token_url: z.optional(z.url()),
    imap: z.optional(z.strictObject(server)),
    smtp: z.optional(z.strictObject({ ...server, secure: z.optional(z.union([z.enum(["tls", "starttls"]), z.boolean()])) })),
  }),
);
const overrides = z.strictObject({ google: override, outlook: override });

/** Applies settings to the built-in providers; throws with the paths of invalid settings, never with a value. */
export const readProviders = (settings: unknown): OAuthProviders => {
  const parsed = z.safeParse(overrides, settings);
  if (parsed.success) return oauthProviders(parsed.data);
  const paths = fieldProblems(parsed.error, settings).map(({ field }) => field);
  throw new Error(paths.some(Boolean) ? `see ${paths.filter(Boolean).join(", ")}` : "it is no object");
};
