import { readSimulated } from "./simulated.ts";

/** What `npm run simulate -- --write` found, scenario by scenario, each with its chart. */
export const simulatedTable = (): string =>
  readSimulated()
    .map(({ name, title, numbers }) => {
      const facts = Object.entries(numbers).map(([what, number]) => `${what} ${number}`);
      return `**${title}**: ${facts.join("; ")}.\n\n![${title}](charts/${name}.svg)`;
    })
    .join("\n\n");
