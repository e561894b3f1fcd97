import { setting, type Need } from "#shared/platform/env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["links"];

/** The URL of a connect link. */
export const urlOf = (token: string): string => `${setting("PUBLIC_URL")}/connect/${token}`;

/** The exact redirect address of a provider's consent page, which the operator registers there. */
export const callbackOf = (provider: string): string => `${setting("PUBLIC_URL")}/connect/oauth/${provider}/callback`;
