import { unsubscribeToken } from "../domain/suppressions/unsubscribe-token.ts";
import { setting } from "./env.ts";
import { secret } from "./secret.ts";

/** The keys that sign links. */
export const keyring = async () => (await secret()).keyring;

/** Makes the addresses of unsubscribe links, signed with the keyring's current key. */
export const unsubscribeLinks = async (): Promise<(sendId: string) => string> => {
  const keys = await keyring();
  const base = setting("PUBLIC_URL");
  return (sendId) => `${base}/v1/unsubscribe/${unsubscribeToken(keys, sendId)}`;
};
