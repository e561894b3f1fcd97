/** A browser at the page of a connect link, by plain HTTP: it keeps cookies, fills in forms and follows nothing but the page's own steps. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Opens pages of the system at `url`. */
export const aBrowser = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}, more: Readonly<Record<string, string>> = {}): Promise<Shown> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(path.startsWith("http") ? path : `${url}${path}`, {
      ...init,
      redirect: "manual",
      headers: { ...headers, ...(cookie !== "" && { cookie }), ...more },
    });
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
    if (name !== undefined && value !== undefined) jar.set(name, value);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  /** Sends a form, and follows where it leads to the page's next step. */
  const post = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Shown> => {
    const answer = await send(path, { method: "POST", body: new URLSearchParams(fields) }, more);
    const next = answer.headers.get("location") ?? "";
    return answer.status === 303 && next.startsWith(`${path}?`) ? send(next) : answer;
  };
  return { jar, get: (path: string, more = {}) => send(path, {}, more), post };
};

/** The value of a hidden or visible field of the page. */
export const valueIn = ({ text }: Shown, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";

/** The address of the provider's button. */
export const consentIn = ({ text }: Shown): string =>
  (/<a class="button" rel="noreferrer" href="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&#38;", "&").replaceAll("&amp;", "&");
