import { unsubscribeToken } from "../../domain/suppressions/unsubscribe-token.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";
import { links } from "./links.ts";

export const needs: readonly Need[] = ["links"];

/** Makes the URLs of unsubscribe links, signed with the current key. */
export const unsubscribeLinks = async (): Promise<(sendId: string) => string> => {
  const keys = await links();
  const base = setting("PUBLIC_URL");
  return (sendId) => `${base}/v1/unsubscribe/${unsubscribeToken(keys, sendId)}`;
};
