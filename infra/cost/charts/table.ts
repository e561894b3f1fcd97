import { readFileSync } from "node:fs";

interface Row {
  readonly name: string;
  readonly title: string;
  readonly numbers: Readonly<Record<string, string>>;
}

/** The results of `npm run simulate -- --write`, each scenario with its chart. */
export const simulatedTable = (): string => {
  const rows = JSON.parse(readFileSync("infra/cost/charts/simulated.json", "utf8")) as readonly Row[];
  return rows
    .map(({ name, title, numbers }) => {
      const facts = Object.entries(numbers).map(([what, number]) => `${what} ${number}`);
      return `**${title}**: ${facts.join("; ")}.\n\n![${title}](charts/${name}.svg)`;
    })
    .join("\n\n");
};
