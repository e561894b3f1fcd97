import { expect } from "vitest";
import { type Answer, type Ask, asking } from "./client.ts";

/** What the console's own page sends with a change. */
export const own = (cookie: string) => ({ cookie, "x-console": "1", "sec-fetch-site": "same-origin" });
/** The session's cookie in an answer. */
const cookieIn = ({ headers }: Answer): string => headers.get("set-cookie")?.split(";")[0] ?? "";
/** The token in an invitation's link. */
export const tokenIn = (url: string): string => new URL(url).hash.slice(1);

let people = 0;

/** Invites somebody with this client and accepts for him; how he signs in, and a client with his session. */
export const aMember = async (system: { readonly url: string }, admin: Ask, rights: object, name = `Person ${(people += 1)}`) => {
  const anyone = asking(system, "");
  const invited = await admin("POST", "/v1/members", { name, ...rights });
  expect(invited.status, invited.text).toBe(200);
  const login = { email: `${name.replaceAll(/\W/g, "").toLowerCase()}-${(people += 1)}@team.test`, password: "a long password" };
  const accepted = await anyone("POST", "/console/invitation", { token: tokenIn(invited.body.url), ...login });
  expect(accepted.status, accepted.text).toBe(204);
  const cookie = cookieIn(accepted);
  const withSession =
    (session: string): Ask =>
    (method, path, body, headers = {}) =>
      anyone(method, path, body, { ...own(session), ...headers });
  return {
    id: invited.body.id as string,
    name,
    login,
    cookie,
    ask: withSession(cookie),
    /** Signs in again; a client with the new session. */
    signedIn: async (): Promise<Ask> => {
      const answer = await anyone("POST", "/console/session", login);
      expect(answer.status, answer.text).toBe(204);
      return withSession(cookieIn(answer));
    },
    /** Tries to sign in; the status. */
    tries: async (path = "/console/session"): Promise<number> => (await anyone("POST", path, login)).status,
  };
};
