import { operations } from "./operations.ts";

/** The README's endpoint table, one row an operation; a test compares the two. */
export const endpointTable = (): string =>
  [
    "| operation | what it does | function |",
    "|---|---|---|",
    ...operations.map(({ id, method, path, summary }) => `| \`${method} ${path}\` | ${summary} | \`functions/${id}.ts\` |`),
  ].join("\n");
