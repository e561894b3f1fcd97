const unsafe = /[\p{Cc}\u2028\u2029\p{Cs}]/u;

/** True when text is safe in one header line: no control character, line separator or lone surrogate (RFC 5322 2.2; S5 in SECURITY.md). */
export const isHeaderText = (text: string): boolean => {
  return !unsafe.test(text);
};

/** Makes foreign text (a received subject, name or file name) safe for a header line: unsafe characters become spaces, and several spaces one. */
export const toHeaderText = (text: string): string => {
  return text.replace(/[\p{Cc}\u2028\u2029\p{Cs}\s]+/gu, " ").trim();
};
