import { t } from "../../data/language.ts";
import { count, number } from "../../ui/numbers.ts";

/** What something costs, of what the wallet has where that is told. */
export const costWords = (credits: number, balance: number | undefined): string =>
  balance === undefined ? count(credits, "credit") : t("{credits} of {n}", { credits: count(credits, "credit"), n: number(balance) });

/** That the wallet does not suffice. */
export const uncoveredWords = (credits: number, balance: number | undefined): string =>
  balance === undefined
    ? t("The wallet has too few credits.")
    : t("The wallet has {credits}; this costs {n}.", { credits: count(balance, "credit"), n: number(credits) });
