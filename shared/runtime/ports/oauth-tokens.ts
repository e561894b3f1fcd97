import { createOAuthTokens } from "../../adapters/oauth/oauth-tokens.ts";
import { processClock } from "../system.ts";
import { postHttp } from "./web.ts";

/** The token endpoints of the OAuth providers. */
export const oauthTokens = createOAuthTokens({ clock: processClock, postHttp });
