import type { CommandStartedEvent, Db, Document } from "mongodb";

/** The part of a command that decides which index serves it. */
interface Query {
  readonly collection: string;
  readonly filter: Document;
  readonly sort: Document | undefined;
}

const queriesOf = ({ commandName, command }: CommandStartedEvent): readonly Query[] => {
  const collection = String(command[commandName]);
  const one = (filter: Document = {}, sort?: Document): Query => ({ collection, filter, sort });
  const all = (list: readonly Document[]) => list.map(({ q }) => one(q as Document));
  switch (commandName) {
    case "find":
      return [one(command["filter"] as Document, command["sort"] as Document)];
    case "findAndModify":
      return [one(command["query"] as Document, command["sort"] as Document)];
    case "update":
      return all(command["updates"] as Document[]);
    case "delete":
      return all(command["deletes"] as Document[]);
    case "aggregate":
      return [one((command["pipeline"] as Document[])[0]?.["$match"] as Document)];
    default:
      return [];
  }
};

/** A query's form without its values, so that each is explained once. */
const formOf = ({ collection, filter, sort }: Query): string => {
  const names = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.slice(0, 1).map(names)
      : typeof value === "object" && value !== null && value.constructor === Object
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, names(item)]))
        : typeof value;
  return JSON.stringify([collection, names(filter), sort]);
};

/** All stages of a query plan, outermost first. */
export const stagesOf = (plan: Document): readonly string[] => {
  const inner = [plan["inputStage"], ...((plan["inputStages"] as Document[] | undefined) ?? [])].filter(
    (stage): stage is Document => typeof stage === "object" && stage !== null,
  );
  return [String(plan["stage"]), ...inner.flatMap(stagesOf)];
};

/**
 * Remembers every form of query and afterwards has the server explain each; answers those that scan a whole collection (shared/README.md, "Data").
 */
export const watchQueries = () => {
  const forms = new Map<string, Query>();
  return {
    see: (event: CommandStartedEvent): void => {
      if (event.command["comment"] !== undefined) return;
      for (const query of queriesOf(event)) forms.set(formOf(query), query);
    },
    collectionScans: async (db: Db): Promise<readonly string[]> => {
      const scans: string[] = [];
      for (const [form, { collection, filter, sort }] of forms) {
        const explained = await db.command({ explain: { find: collection, filter, ...(sort && { sort }) }, verbosity: "queryPlanner" });
        const plan = (explained["queryPlanner"] as Document)["winningPlan"] as Document;
        if (stagesOf((plan["queryPlan"] as Document | undefined) ?? plan).includes("COLLSCAN")) scans.push(form);
      }
      return scans;
    },
  };
};
