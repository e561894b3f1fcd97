/**
 * Replaces `postcss` and `dayjs` in the bundles. sanitize-html loads both: it would parse styles with the one, and ours are made safe before it
 * (shared/adapters/html/safe-style.ts); the other is for dates in `launder`, of which only the judgement of links is used.
 */
export const parse = (): never => {
  throw new Error("this package is left out of the bundles (infra/replacements/never-called.ts)");
};
