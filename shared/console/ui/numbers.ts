import { counted } from "../data/language.ts";

/** By the reader's own language, as dates are. */
const plain = new Intl.NumberFormat();

/** A number with its noun: `count(1, "email")` is "1 email", `count(1200, "email")` "1,200 emails". */
export const count = (n: number, noun: string, plural = `${noun}s`): string => counted(n, noun, plural, plain.format(n));

/** A number with separators. */
export const number = (n: number): string => plain.format(n);

/** Bytes as "12 kB". */
export const bytes = (n: number): string => {
  const units = ["B", "kB", "MB", "GB"];
  const step = Math.min(units.length - 1, n < 1 ? 0 : Math.floor(Math.log10(n) / 3));
  const value = n / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
};
