import type { Send } from "./send.ts";

/** Somebody an email goes to, with the request's field that names the address. */
export interface Recipient {
  readonly field: string;
  readonly email: string;
}

/** Everybody an email goes to. */
export const recipientsOf = ({ toEmail }: Pick<Send, "toEmail">): readonly Recipient[] => [{ field: "to", email: toEmail }];
