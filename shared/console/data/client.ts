import { createClient } from "../../client/index.ts";
import { OWN_HEADER, session } from "./session.ts";
import { watchedFetch } from "./trouble.ts";

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
