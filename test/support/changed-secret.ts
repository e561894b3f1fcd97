import { log } from "#shared/platform/log.ts";
import { parseKeyring, rememberSecret } from "#shared/platform/secret.ts";

/** A call after the secret has changed to what does not parse: it writes what the real code writes. */
export const changedSecret = async (): Promise<void> => {
  let now = 0;
  const texts = ["first", "second"];
  const parse = (text: string): string => {
    if (text !== "first") parseKeyring(text);
    return text;
  };
  const remembered = rememberSecret(async () => texts.shift() ?? "", parse, { clock: { now: () => new Date(now) }, log });
  await remembered();
  now += 600_000;
  await remembered();
};
