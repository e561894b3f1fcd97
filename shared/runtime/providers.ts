import * as z from "zod/mini";
import { oauthProviders } from "../domain/mailboxes/oauth/oauth-providers.ts";
import type { ConfiguredProviders } from "../domain/mailboxes/ports.ts";
import { secret } from "./secret.ts";

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

/** The OAuth providers as the secret configures them; throws with the path of what it cannot read, never with a value. */
export const providers: ConfiguredProviders = async () => {
  const parsed = z.safeParse(overrides, (await secret()).oauth);
  if (!parsed.success)
    throw new Error(`the secret's oauth is not valid: see ${parsed.error.issues.map(({ path }) => path.join(".")).join(", ")}`);
  return oauthProviders(parsed.data);
};
