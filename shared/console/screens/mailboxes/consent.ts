import { t } from "../../data/language.ts";
import type { ConnectMailbox, Mailbox } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { type AskedAccess, reachFor } from "./connection.tsx";

/** The types of mailboxes that are connected by consent. */
export type ConsentType = Extract<ConnectMailbox, { readonly refresh_token?: string | undefined }>["type"];

/** A consent page that was opened, and that comes back to this console. */
interface Pending {
  readonly provider: ConsentType;
  readonly state: string;
  readonly verifier: string;
  /** The mailbox that gets new access; "" for a new one. */
  readonly mailbox: string;
  /** The account's own OAuth client that is asked for; "" for this service's. */
  readonly oauthClient: string;
  readonly access: AskedAccess;
}

const KEPT_AT = "consent";

/** The redirect URI of a consent page; it must be registered at the provider. */
export const returnsTo = (): string => `${location.origin}/console/mailboxes`;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));

/** Goes to the provider's consent page. */
export const askConsent = async (
  provider: Pending["provider"],
  mailbox: Mailbox | undefined,
  { oauthClient, access }: Pick<Pending, "oauthClient" | "access">,
): Promise<void> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const { url, state } = await client.mailboxes.oauthUrl(provider, {
    redirect_uri: returnsTo(),
    code_challenge: await challengeOf(verifier),
    ...(mailbox && { login_hint: mailbox.email }),
    ...reachFor(access),
    ...(oauthClient !== "" && { oauth_client_id: oauthClient }),
  });
  // A disconnected mailbox is connected again by its address.
  const id = mailbox && mailbox.status !== "disconnected" ? mailbox.id : "";
  sessionStorage.setItem(KEPT_AT, JSON.stringify({ provider, state, verifier, mailbox: id, oauthClient, access } satisfies Pending));
  location.assign(url);
};

/** Whether an address is the answer of a consent page. */
export const isAnswer = ({ state = "", code = "", error = "" }: Readonly<Record<string, string | undefined>>): boolean =>
  state !== "" && (code !== "" || error !== "");

/** Connects the mailbox with the answer of the consent page that this window opened; refuses any other answer. */
export const takeAnswer = async (query: Readonly<Record<string, string | undefined>>): Promise<Mailbox> => {
  const pending = JSON.parse(sessionStorage.getItem(KEPT_AT) ?? "null") as Pending | null;
  sessionStorage.removeItem(KEPT_AT);
  const { state, code, error, error_description } = query;
  if (pending === null || pending.state !== state)
    throw new Error(t("This answer is to no request of this window. Connect the mailbox again."));
  if (code === undefined)
    throw new Error(t("The provider gave no access: {why}", { why: error_description ?? error ?? t("it did not say why") }));
  const grant = { code, redirect_uri: returnsTo(), code_verifier: pending.verifier };
  const { mailbox, provider, oauthClient, access } = pending;
  // The grant says how the mailbox is reached from now on.
  const reach = access === "" ? {} : ({ transport: access === "imap_smtp" ? access : "auto" } as const);
  if (mailbox !== "") return client.mailboxes.update(mailbox, { ...grant, ...reach, oauth_client_id: oauthClient });
  const own = oauthClient !== "" && { oauth_client_id: oauthClient };
  // Owners can untick a scope: less than was asked for is refused with its name.
  const less = (access === "read_send" || access === "send") && { access };
  return client.mailboxes.connect({ type: provider, ...grant, ...own, ...less });
};
