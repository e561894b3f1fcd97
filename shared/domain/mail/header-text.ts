const unsafe = /[\p{Cc}\u2028\u2029\p{Cs}]/u;

/** True when text can stand in one header line: no control character, line separator or lone surrogate (RFC 5322 2.2, rule S5). */
export const isHeaderText = (text: string): boolean => {
  return !unsafe.test(text);
};

/** Foreign text (a received subject, name or file name) made fit for a header line: anything unsafe becomes a space, gaps are closed. */
export const toHeaderText = (text: string): string => {
  return text.replace(/[\p{Cc}\u2028\u2029\p{Cs}\s]+/gu, " ").trim();
};
