/** A reply by which the server refused. */
export interface Refusal {
  readonly code: number;
  readonly reply: string;
}

const refused = /^([45]\d\d)[ -]/;

/** The refusal that a nodemailer error carries; undefined when no reply caused it. A reply of success is none, whatever else went wrong. */
export const refusalOf = (error: unknown, lastReply?: string | false): Refusal | undefined => {
  const fields: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  if (fields["code"] === "EMESSAGE" && fields["command"] === "MAIL FROM")
    return { code: 552, reply: "552 the message is larger than the server allows" };
  // nodemailer asks for a fresh token after a refused XOAUTH2 login, and its complaint hides the reply.
  const reply = fields["response"] ?? (fields["code"] === "EAUTH" ? lastReply : undefined);
  const code = typeof reply === "string" ? refused.exec(reply)?.[1] : undefined;
  return typeof reply === "string" && code !== undefined ? { code: Number(code), reply } : undefined;
};
