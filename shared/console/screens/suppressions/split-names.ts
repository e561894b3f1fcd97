/** Pasted names as the API takes them: what has an @ after its first character is an address, all else a domain, with or without an @ before it. */
export const splitNames = (text: string): { readonly emails: readonly string[]; readonly domains: readonly string[] } => {
  const names = text.split(/[\s,;]+/).filter((name) => name !== "");
  return {
    emails: names.filter((name) => name.indexOf("@") > 0),
    domains: names.filter((name) => name.indexOf("@") <= 0).map((name) => (name.startsWith("@") ? name.slice(1) : name)),
  };
};
