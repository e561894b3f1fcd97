import { signal } from "@preact/signals";
import { createClient } from "../../client/index.ts";
import { OWN_HEADER, session } from "./session.ts";

/** The state of the page's requests: fine, offline, no answer, slow answers, or too many requests at once. */
export type Trouble = "" | "offline" | "unreachable" | "slow" | "busy";

/** The state of the page's requests now; ui/shell.tsx shows it. */
export const trouble = signal<Trouble>(navigator.onLine ? "" : "offline");

/** After this time without an answer the page says that it is waiting, ms. */
const SLOW_MS = 1_000;
/** After this time a request counts as unanswered, ms: longer than the service takes for any request. */
const DEAD_MS = 35_000;

let slow = 0;

const settle = (found: Trouble): void => {
  trouble.value = navigator.onLine ? found || (slow > 0 ? "slow" : "") : "offline";
};

addEventListener("offline", () => settle(""));
addEventListener("online", () => settle("unreachable"));

/** `fetch` that keeps `trouble` up to date. */
export const watchedFetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
  let isSlow = false;
  const timer = window.setTimeout(() => {
    isSlow = true;
    slow += 1;
    if (trouble.value === "") settle("slow");
  }, SLOW_MS);
  const ends = AbortSignal.timeout(DEAD_MS);
  try {
    const response = await fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, ends]) : ends });
    if (isSlow) slow -= 1;
    isSlow = false;
    settle(response.status === 429 ? "busy" : "");
    return response;
  } catch (error) {
    if (isSlow) slow -= 1;
    isSlow = false;
    // A request that the page itself aborted says nothing about the network.
    settle(init.signal?.aborted === true ? trouble.value : "unreachable");
    throw error;
  } finally {
    window.clearTimeout(timer);
  }
};

/** The longest body, characters, of a change that outlives its page; browsers take 64 KB. */
const OUTLIVES_MAX = 15_000;

/** The API client, authenticated by the session's cookie: every operation, typed by the contract. After a 401 the sign-in screen shows. */
export const client = createClient({
  baseUrl: location.origin,
  fetch: async (input, init) => {
    const isChange = init?.method !== undefined && init.method !== "GET" && typeof init.body === "string";
    const keepalive = isChange && (init.body as string).length < OUTLIVES_MAX;
    const response = await watchedFetch(input, {
      ...init,
      keepalive,
      headers: { ...(init?.headers as Record<string, string>), ...OWN_HEADER },
    });
    if (response.status === 401) session.value = null;
    return response;
  },
});
