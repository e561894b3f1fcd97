import { createHash } from "node:crypto";
import { parseSync } from "@swc/core";

/** One change of one source file that a test should notice. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** What was changed into what, on one line. */
  readonly change: string;
  /** Names the mutant as long as its line of source stays as it is. */
  readonly key: string;
  /** Octets of the file that are replaced, and what stands there instead. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is replaced: it decides how the switch is written (switched.ts). */
  readonly kind: "expression" | "statement" | "property";
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly span: { readonly start: number; readonly end: number } };

/** A node, what stands in its place, and what to show of it. */
interface Change {
  readonly node: Node;
  readonly kind: Mutant["kind"];
  readonly text: (source: string, part: (of: Node) => string) => string;
  /** The part that is shown, where the whole would be long. */
  readonly shown?: (source: string, part: (of: Node) => string) => string;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const swapped: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
};

/** One more of so many is no fault: a limit in bytes, a time in ms. */
const EXACT_BELOW = 1_000;
/** What a query reads beyond what is used, and the tables of indexes: test/ports/indexes.test.ts and the plans of every query watch those. */
const untold = new Set(["projection", "keys", "collection", "partialFilterExpression"]);

/** `new Date(0)` stands for "ever": a millisecond later is the same. */
const isEver = ({ type, arguments: given }: Node): boolean =>
  type === "NewExpression" &&
  Array.isArray(given) &&
  (given[0] as { readonly expression?: Node } | undefined)?.expression?.type === "NumericLiteral";

const nameOf = ({ key }: Node): unknown => (isNode(key) ? key["value"] : undefined);

const isText = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === "StringLiteral" || node.type === "TemplateLiteral" || (node.type === "BinaryExpression" && isText(node["left"])));

const isLogged = (source: string) => /^(?:\w+\.)*log\.(?:info|warn|error)\(/.test(source);

/** The field of an object, or what a spread spreads, removed. */
const removed = (property: Node): Change | undefined => {
  if (untold.has(String(nameOf(property)))) return undefined;
  // A spread has no span of its own: its argument is spread from nothing instead.
  if (property.type === "SpreadElement") return { node: property["arguments"] as Node, kind: "expression", text: () => "{}" };
  if (property.type === "Identifier") return { node: property, kind: "property", text: () => "" };
  const { key, value } = property as unknown as { readonly key?: Node; readonly value?: Node };
  if (property.type !== "KeyValueProperty" || key?.type === "Computed" || !key || !isNode(value)) return undefined;
  if (value.type === "ArrowFunctionExpression") return undefined;
  return { node: { ...property, span: { start: key.span.start, end: value.span.end } }, kind: "property", text: () => "" };
};

/** Conditions are negated, comparisons shifted, `&&` and `||` exchanged, statements and fields removed, numbers raised and flags turned. */
const changesOf = (node: Node, isStore: boolean): readonly Change[] => {
  const { type } = node;
  if (type === "IfStatement" || type === "ConditionalExpression" || type === "WhileStatement")
    return [{ node: node["test"] as Node, kind: "expression", text: (source) => `!(${source})` }];
  if (type === "ExpressionStatement") return [{ node, kind: "statement", text: () => "" }];
  if (type === "BooleanLiteral") return [{ node, kind: "expression", text: (source) => String(source !== "true") }];
  if (type === "NumericLiteral") {
    const value = node["value"] as number;
    return value >= EXACT_BELOW ? [] : [{ node, kind: "expression", text: () => String(value + 1) }];
  }
  if (type === "ObjectExpression" && isStore) return (node["properties"] as readonly Node[]).flatMap((property) => removed(property) ?? []);
  if (type !== "BinaryExpression") return [];
  const { operator, left, right } = node as unknown as { readonly operator: string; readonly left: Node; readonly right: Node };
  const other = swapped[operator];
  if (other === undefined || isText(left) || isText(right)) return [];
  return [
    {
      node,
      kind: "expression",
      text: (_, part) => `${part(left)} ${other} ${part(right)}`,
      shown: (source) => `${source} (${operator} → ${other})`,
    },
  ];
};

const isValueless = ({ type }: Node): boolean =>
  type.startsWith("Ts") && type !== "TsAsExpression" && type !== "TsNonNullExpression" && type !== "TsSatisfiesExpression";

/** Visits what does something at run time; a name of a property does nothing. */
const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== "object" || node === null) return;
  if (isNode(node)) {
    if (isValueless(node) || isEver(node) || (node.type === "KeyValueProperty" && untold.has(String(nameOf(node))))) return;
    visit(node);
  }
  for (const [name, child] of Object.entries(node)) {
    if (name === "key" && isNode(child) && child.type !== "Computed") continue;
    walk(child, visit);
  }
};

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Every mutant of a source file, in the order of its text. */
export const mutantsOf = (file: string, source: string): readonly Mutant[] => {
  const octets = Buffer.from(source);
  const lines = source.split("\n");
  // swc's positions go on from parse to parse; the first statement says where this one begins.
  const tree = parseSync(`;${source}`, { syntax: "typescript", target: "esnext" });
  const origin = (tree.body[0]?.span.start ?? 0) + 1;
  const part = ({ span }: Node) => octets.subarray(span.start - origin, span.end - origin).toString("utf8");
  const found = new Map<string, Omit<Mutant, "key">>();
  walk(tree.body.slice(1), (visited) => {
    for (const { node, kind, text, shown } of changesOf(visited, /\/(?:store|providers|mongo)(?:\/|\.ts$)/.test(file))) {
      const [start, end] = [node.span.start - origin, node.span.end - origin];
      const old = part(node);
      if (isLogged(old)) continue;
      const fresh = text(old, part);
      const line = octets.subarray(0, start).toString("utf8").split("\n").length;
      const change = oneLine(shown?.(old, part) ?? (fresh === "" ? `${old} removed` : `${old} → ${fresh}`));
      found.set(`${start}:${end}:${fresh}`, { file, line, change, start, end, text: fresh, kind });
    }
  });
  const seen = new Map<string, number>();
  return [...found.values()]
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .map((mutant) => {
      const said = `${mutant.file} ${oneLine(lines[mutant.line - 1] ?? "")} ${mutant.change}`;
      const nth = (seen.get(said) ?? 0) + 1;
      seen.set(said, nth);
      return { ...mutant, key: createHash("sha1").update(`${said} ${nth}`).digest("hex").slice(0, 8) };
    });
};
