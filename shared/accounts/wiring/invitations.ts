import { setting, type Need } from "#shared/platform/env.ts";

export const needs: readonly Need[] = ["links"];

/** The address of an invitation. The token stands behind `#`: browsers send that to no server, so that no log has it. */
export const invitationUrl = (token: string): string => `${setting("PUBLIC_URL")}/console/invitation#${token}`;
