/**
 * Replaces `@mongodb-js/saslprep` in the bundles: SASLprep (RFC 4013, section 2) does not change printable ASCII, so the tables are unpacked only for
 * other passwords.
 */
export const saslprep = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const real = require("@mongodb-js/saslprep") as { readonly saslprep: (text: string) => string };
  return real.saslprep(text);
};
