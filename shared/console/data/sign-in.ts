import { t } from "./language.ts";
import { useRecord } from "./queries.ts";
import { LEFT, OWN_HEADER } from "./session.ts";

/** A provider whose accounts members sign in with. */
export interface SignInProvider {
  readonly provider: string;
  readonly company: string;
  readonly icon: string;
}

const read = async (): Promise<readonly SignInProvider[]> => {
  const response = await fetch("/console/sign-in/providers");
  // Without an answer the password is still there.
  return response.ok ? ((await response.json()) as { readonly providers: readonly SignInProvider[] }).providers : [];
};

/** The providers that the operator lets people sign in with; none until they are known. */
export const useSignInProviders = (): readonly SignInProvider[] => useRecord(["sign-in-providers"], read).data ?? [];

/** Leaves for the provider's page; `invitation` is the token of one that is to be accepted. Throws an error with words for the reader. */
export const leaveFor = async (provider: string, invitation: string | undefined): Promise<void> => {
  const headers = { ...OWN_HEADER, "content-type": "application/json" };
  const body = JSON.stringify(invitation === undefined ? {} : { invitation });
  const response = await fetch(`/console/sign-in/${provider}`, { method: "POST", headers, body });
  if (response.ok) {
    if (invitation === undefined && location.pathname !== "/console/sign-in")
      sessionStorage.setItem(LEFT, location.pathname + location.search);
    return location.assign(((await response.json()) as { readonly url: string }).url);
  }
  if (response.status === 404 && invitation !== undefined) throw new Error(problemWords("invitation"));
  if (response.status === 429)
    throw new Error(t("Too many tries. Try again in {n} seconds.", { n: response.headers.get("retry-after") ?? "60" }));
  throw new Error(t("The service answered {status}", { status: response.status }));
};

/** What is said of a sign-in at a provider that signed nobody in; "" for an unknown one. */
export const problemWords = (problem: string): string => {
  if (problem === "again") return t("This sign-in has ended, or was begun in another browser. Try again.");
  if (problem === "denied") return t("You did not allow it, so nobody was signed in.");
  if (problem === "provider")
    return t("It could not be confirmed who you are. Try again; if it fails again, tell whoever runs this service.");
  if (problem === "unverified")
    return t("That account does not prove its address. Ask for an invitation, and accept it with that account.");
  if (problem === "nobody") return t("Nobody here signs in with that account. Use your password, or ask for an invitation.");
  if (problem === "invitation") return t("This invitation is not open: it was used, withdrawn, or has ended. Ask for another one.");
  if (problem === "taken") return t("Somebody signs in with that account already: take another one.");
  return problem === "limit" ? t("Too many people are signing in. Try again in a minute.") : "";
};

/** The problem in the address; read once and taken out of it. */
export const takeProblem = (): string => {
  const problem = new URLSearchParams(location.search).get("problem") ?? "";
  if (problem !== "") history.replaceState(null, "", location.pathname);
  return problem;
};
