/** Stands in for `@mongodb-js/saslprep` in the bundles: printable ASCII is its own SASLprep form (RFC 4013, section 2), so the tables are unpacked for other passwords only. */
export const saslprep = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const real = require("@mongodb-js/saslprep") as { readonly saslprep: (text: string) => string };
  return real.saslprep(text);
};
