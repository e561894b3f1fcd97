import { setting, type Need } from "#shared/platform/env.ts";
import type { Issuer } from "../oauth/authorize.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["links"];

/** The address of an invitation. The token stands behind `#`: browsers send that to no server, so that no log has it. */
export const invitationUrl = (token: string): string => `${setting("PUBLIC_URL")}/console/invitation#${token}`;

/** The stage's public address as an authorization server, and the resource that its tokens are for. */
export const issuer = (): Issuer => ({ issuer: setting("PUBLIC_URL"), resource: `${setting("PUBLIC_URL")}/mcp` });
