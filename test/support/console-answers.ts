/** Where the console is, and a message that it may show. */
export interface ConsoleAt {
  readonly url: string;
  readonly key: string;
  readonly message: string;
}

type Wanted = Readonly<Record<string, RegExp | number>>;

/** What of an answer differs from what is wanted, by `status` or a header's name. */
const differences = (what: string, { status, headers }: Response, wanted: Wanted): readonly string[] =>
  Object.entries(wanted).flatMap(([name, value]) => {
    const found = name === "status" ? status : (headers.get(name) ?? "");
    const isRight = value instanceof RegExp ? value.test(String(found)) : found === value;
    return isRight ? [] : [`${what}: ${name} is "${found}"`];
  });

const PAGE = {
  status: 200,
  "content-type": /^text\/html; charset=utf-8$/,
  "cache-control": /^no-cache$/,
  "content-encoding": /^gzip$/,
  "content-security-policy": /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
};
const FILE = { status: 200, "cache-control": /^public, max-age=31536000, immutable$/, "content-encoding": /^gzip$/ };
const FRAME = { status: 200, "cache-control": /^no-store$/, "content-security-policy": /sandbox allow-popups/ };

/** The first files that a page names, each as it is answered. */
const ofFiles = async (url: string, page: string): Promise<readonly string[]> => {
  const names = [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, name]) => name!);
  const found = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${url}${name}`);
      const text = await answer.text();
      const type = name.endsWith(".css") ? /^text\/css/ : /^text\/javascript/;
      return [...differences(name, answer, { ...FILE, "content-type": type }), ...(text === "" ? [`${name}: is empty`] : [])];
    }),
  );
  return [...found.flat(), ...(names.length < 3 ? [`the page names ${names.length} files`] : [])];
};

/** Plays a browser with the console, from the page to signing out; answers what is not as it should be. */
export const consoleFaults = async ({ url, key, message }: ConsoleAt): Promise<readonly string[]> => {
  const pages = await Promise.all(["/console", "/console/inbox?unread=true"].map((path) => fetch(`${url}${path}`)));
  const [page = "", other = ""] = await Promise.all(pages.map((answer) => answer.text()));
  const own = { "x-console": "1", "sec-fetch-site": "same-origin" };
  const body = JSON.stringify({ api_key: key });
  const signedIn = await fetch(`${url}/console/session`, { method: "POST", headers: { ...own, "content-type": "application/json" }, body });
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0]!;
  const ask = (path: string, method = "GET", headers: Readonly<Record<string, string>> = own) =>
    fetch(`${url}${path}`, { method, headers: { ...headers, cookie } });
  const frame = await ask(`/console/messages/${message}/frame`);
  const faults = [
    ...pages.flatMap((answer) => differences(new URL(answer.url).pathname, answer, PAGE)),
    ...(page === other ? [] : ["a screen has another page"]),
    ...(await ofFiles(url, page)),
    ...differences("a file that is not there", await fetch(`${url}/console/assets/none-1A2B3C4D.js`), { status: 404 }),
    ...differences("signing in", signedIn, { status: 204, "set-cookie": /console=session_[0-9a-f]{64}; .*HttpOnly; SameSite=Strict/ }),
    ...differences("the session", await ask("/console/session"), { status: 200 }),
    ...differences("the API with the session", await ask("/v1/inbox/messages?limit=1"), { status: 200 }),
    ...differences("the API from another site", await ask("/v1/inbox/messages?limit=1", "GET", { "sec-fetch-site": "cross-site" }), {
      status: 401,
    }),
    ...differences("a mail's frame", frame, FRAME),
    ...differences("signing out", await ask("/console/session", "DELETE"), { status: 204, "set-cookie": /console=; .*Max-Age=0/ }),
  ];
  await frame.body?.cancel();
  return faults;
};
