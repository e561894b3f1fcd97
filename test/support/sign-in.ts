import { type Ask, asking } from "./client.ts";
import { own } from "./members.ts";

/** A browser that signs in at a provider: its cookies, and the steps of a sign-in one by one. */
export const aVisitor = (system: { readonly url: string }) => {
  const anyone = asking(system, "");
  const jar = new Map<string, string>();
  const keep = (headers: Headers): void => {
    for (const cookie of headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
      jar.set(name, value);
    }
  };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const begin = async (provider: string, invitation?: string) => {
    const body = invitation === undefined ? {} : { invitation };
    const answer = await anyone("POST", `/console/sign-in/${provider}`, body, own(cookie()));
    keep(answer.headers);
    return answer;
  };
  /** Comes to an address as a redirect of another site leads there. */
  const comeTo = async (path: string) => {
    const headers = { cookie: cookie(), "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const answer = await fetch(`${system.url}${path}`, { redirect: "manual", headers });
    keep(answer.headers);
    return { status: answer.status, location: answer.headers.get("location") ?? "", headers: answer.headers };
  };
  /** Says who it is at the provider's page; the path that leads back. */
  const choose = async (page: string, email: string, decision = "accept"): Promise<string> => {
    const answer = await fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams({ email, decision }) });
    return (answer.headers.get("location") ?? "").slice(system.url.length);
  };
  const ask: Ask = (method, path, body, headers = {}) => anyone(method, path, body, { ...own(cookie()), ...headers });
  return {
    jar,
    begin,
    comeTo,
    choose,
    /** Asks with the session that the browser has. */
    ask,
    /** The whole way; where it leads to. */
    signsIn: async (provider: string, email: string, invitation?: string): Promise<string> => {
      const { body } = await begin(provider, invitation);
      return (await comeTo(await choose(body.url, email))).location;
    },
  };
};
