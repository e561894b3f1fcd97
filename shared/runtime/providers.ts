import * as z from "zod/mini";
import { fieldProblems } from "../contract/field-errors.ts";
import { oauthProviders, type OAuthProviders } from "../domain/mailboxes/oauth/oauth-providers.ts";

const text = z.optional(z.string());
const server = { host: text, port: z.optional(z.int().check(z.gte(1), z.lte(65_535))) };
const url = z.optional(z.url());
const override = {
  client_id: text,
  client_secret: text,
  authorize_url: url,
  token_url: url,
  imap: z.optional(z.strictObject(server)),
  smtp: z.optional(z.strictObject({ ...server, secure: z.optional(z.union([z.enum(["tls", "starttls"]), z.boolean()])) })),
};
const overrides = z.strictObject({
  google: z.optional(z.strictObject(override)),
  outlook: z.optional(z.strictObject({ ...override, graph: z.optional(z.strictObject({ url })) })),
});

/** Applies settings to the built-in providers; throws with the paths of invalid settings, never with a value. */
export const readProviders = (settings: unknown): OAuthProviders => {
  const parsed = z.safeParse(overrides, settings);
  if (parsed.success) return oauthProviders(parsed.data);
  const paths = fieldProblems(parsed.error, settings).map(({ field }) => field);
  throw new Error(paths.some(Boolean) ? `see ${paths.filter(Boolean).join(", ")}` : "it is no object");
};
