import { t } from "./language.ts";
import { signal } from "@preact/signals";

/** What a session may do. */
export type Scope = "send" | "read" | "admin" | "draft";

/** Who is signed in. */
export interface Session {
  readonly email: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** When the session ends, RFC 3339. */
  readonly expires_at?: string;
  /** Whether it shows live mail, or the account's test world. */
  readonly mode: "live" | "test";
  /** What a member of the account is; "" for its owner, and for a key. */
  readonly role: "" | "admin" | "member" | "viewer";
  /** Whether others may be in the account, too. */
  readonly has_team: boolean;
  /** The names of the members who see one of its mailboxes. */
  readonly colleagues: readonly string[];
  /** What records say of who is signed in. */
  readonly by: string;
}

/** The session; undefined until it is known, null when nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Whether the session may do this: a read-only session sees everything and changes nothing. */
export const may = (scope: Scope): boolean => session.value?.scopes.includes(scope) ?? false;

/** Whether the session sees some mailboxes alone: what belongs to the whole account does not exist for it. */
export const isBound = (): boolean => session.value?.role === "member" || session.value?.role === "viewer";

/** Who wrote or did something, for the reader: "" for himself, for a key without a name, which has its id, and for nobody. */
export const otherIn = (by: string): string => (by === session.value?.by || /^[0-9a-f]{24}$/.test(by) ? "" : by);

/** Whether the reader wrote it: a member by name; the owner, whose every sign-in is a key, whatever no other person did. */
export const isOwn = (by: string): boolean => by === session.value?.by || (session.value?.role === "" && otherIn(by) === "");

/** The header without which the service refuses a change by a session. */
export const OWN_HEADER = { "x-console": "1" };

const problemIn = async (response: Response): Promise<string> => {
  const body = (await response.json().catch(() => ({}))) as { readonly message?: string };
  if (response.status === 429) return t("Too many tries. Try again in {n} seconds.", { n: response.headers.get("retry-after") ?? "60" });
  // The reason why nobody was signed in is translated like the page's own words.
  return t(body.message ?? "") || t("The service answered {status}", { status: response.status });
};

/** Asks who is signed in. */
export const loadSession = async (): Promise<void> => {
  const response = await fetch("/console/session");
  if (!response.ok && response.status !== 401) throw new Error(await problemIn(response));
  session.value = response.ok ? ((await response.json()) as Session) : null;
};

/** The name under which the tab keeps the screen that somebody left for a provider's page. */
export const LEFT = "left";

/** Shows that screen again to whoever comes back signed in. */
export const goBack = (): void => {
  const left = sessionStorage.getItem(LEFT);
  if (left === null || !session.value) return;
  sessionStorage.removeItem(LEFT);
  if (location.pathname === "/console") history.replaceState(null, "", left);
};

const INVITATION = "/console/invitation";

const post = async (path: string, body: object): Promise<void> => {
  const headers = { ...OWN_HEADER, "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (response.ok) return;
  if (path !== INVITATION || (response.status !== 404 && response.status !== 409)) throw new Error(await problemIn(response));
  throw new Error(
    response.status === 404
      ? t("This invitation is not open: it was used, withdrawn, or has ended. Ask for another one.")
      : t("Somebody signs in with this email already: take another one."),
  );
};

/** Signs in; throws an error with the service's sentence. */
export const signIn = async (
  credentials: { readonly email: string; readonly password: string } | { readonly api_key: string },
): Promise<void> => {
  await post("/console/session", credentials);
  await loadSession();
};

/** Accepts an invitation, which signs in; throws an error with the service's sentence. */
export const acceptInvitation = (given: { readonly token: string; readonly email: string; readonly password: string }): Promise<void> =>
  post(INVITATION, given);

/** Signs out, and forgets what was read. */
export const signOut = async (): Promise<void> => {
  await fetch("/console/session", { method: "DELETE", headers: OWN_HEADER });
  location.assign("/console/sign-in");
};
