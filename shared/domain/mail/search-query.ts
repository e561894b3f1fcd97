/** Scripts without spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** Two letters or digits, with their accents. */
const WORD = /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u;

/** Whether a query contains something to search for: two letters or digits in a row, or one letter of a script without spaces. */
export const holdsWord = (query: string): boolean => WORD.test(query) || query.search(UNSPACED) >= 0;
