import { unsubscribeToken } from "../unsubscribe.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { links } from "#shared/accounts/wiring/links.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["links"];

/** Makes the URLs of unsubscribe links, signed with the current key. */
export const unsubscribeLinks = async (): Promise<(sendId: string) => string> => {
  const keys = await links();
  const base = setting("PUBLIC_URL");
  return (sendId) => `${base}/v1/unsubscribe/${unsubscribeToken(keys, sendId)}`;
};
