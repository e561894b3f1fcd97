import { createClient } from "../../client/index.ts";
import { OWN_HEADER, session } from "./session.ts";
import { watchedFetch } from "./trouble.ts";

/** The API client, authenticated by the session's cookie: every operation, typed by the contract. After a 401 the sign-in screen shows. */
export const client = createClient({
  baseUrl: location.origin,
  fetch: async (input, init) => {
    const response = await watchedFetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...OWN_HEADER } });
    if (response.status === 401) session.value = null;
    return response;
  },
});
