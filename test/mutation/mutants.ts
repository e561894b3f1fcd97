import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** One change of one source file that a test should notice. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** What was changed into what, on one line. */
  readonly change: string;
  /** Octets of the file that are replaced, and what stands there instead. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly span: { readonly start: number; readonly end: number } };
type Change = readonly [node: Node, text: (source: string) => string];

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

const nameOf = ({ key }: Node): unknown => (isNode(key) ? key["value"] : undefined);

const isText = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === "StringLiteral" || node.type === "TemplateLiteral" || (node.type === "BinaryExpression" && isText(node["left"])));

/** Conditions are negated, comparisons shifted, `&&` and `||` exchanged, statements and fields removed, numbers raised and flags turned. */
const changesOf = (node: Node, isStore: boolean): readonly Change[] => {
  const { type } = node;
  if (type === "IfStatement" || type === "ConditionalExpression" || type === "WhileStatement")
    return [[node["test"] as Node, (source) => `!(${source})`]];
  if (type === "ExpressionStatement") return [[node, () => ";"]];
  if (type === "BooleanLiteral") return [[node, (source) => String(source !== "true")]];
  if (type === "NumericLiteral")
    return (node["value"] as number) >= EXACT_BELOW ? [] : [[node, () => String((node["value"] as number) + 1)]];
  if (type === "ObjectExpression" && isStore) {
    return (node["properties"] as readonly Node[]).flatMap((property): Change[] => {
      if (untold.has(String(nameOf(property)))) return [];
      // A spread has no span of its own: its argument is spread from nothing instead.
      if (property.type === "SpreadElement") return [[property["arguments"] as Node, () => "{}"]];
      if (property.type === "Identifier") return [[property, (name) => `${name}: undefined`]];
      const { key, value } = property as unknown as { readonly key?: Node; readonly value?: Node };
      if (
        property.type !== "KeyValueProperty" ||
        key?.type === "Computed" ||
        !key ||
        !isNode(value) ||
        value.type === "ArrowFunctionExpression"
      )
        return [];
      return [[{ ...property, span: { start: key.span.start, end: value.span.end } }, () => "...{}"]];
    });
  }
  if (type !== "BinaryExpression") return [];
  const { operator, left, right } = node as unknown as { readonly operator: string; readonly left: Node; readonly right: Node };
  const other = swapped[operator];
  if (other === undefined || isText(left) || isText(right)) return [];
  const between = { ...node, span: { start: left.span.end, end: right.span.start } };
  return [[between, (source) => source.replace(operator, other)]];
};

const isValueless = ({ type }: Node): boolean =>
  type.startsWith("Ts") && type !== "TsAsExpression" && type !== "TsNonNullExpression" && type !== "TsSatisfiesExpression";

/** Visits what does something at run time. */
const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== "object" || node === null) return;
  if (isNode(node)) {
    if (isValueless(node) || (node.type === "KeyValueProperty" && untold.has(String(nameOf(node))))) return;
    visit(node);
  }
  for (const child of Object.values(node)) walk(child, visit);
};

const isLogged = (source: string) => /^(?:\w+\.)*log\.(?:info|warn|error)\(/.test(source);

/** Every mutant of a source file. */
export const mutantsOf = (file: string): readonly Mutant[] => {
  const octets = readFileSync(file);
  // swc's positions go on from parse to parse; the first statement says where this one begins.
  const tree = parseSync(`;${octets.toString("utf8")}`, { syntax: "typescript", target: "esnext" });
  const origin = (tree.body[0]?.span.start ?? 0) + 1;
  const found = new Map<string, Mutant>();
  walk(tree.body.slice(1), (node) => {
    for (const [at, change] of changesOf(node, file.includes("/adapters/"))) {
      const [start, end] = [at.span.start - origin, at.span.end - origin];
      const source = octets.subarray(start, end).toString("utf8");
      const text = change(source);
      if (isLogged(source)) continue;
      const line = octets.subarray(0, start).toString("utf8").split("\n").length;
      const shown = `${source} → ${text}`.replaceAll(/\s+/g, " ");
      found.set(`${start}:${end}:${text}`, { file, line, change: shown, start, end, text });
    }
  });
  return [...found.values()];
};

/** The mutated source. */
export const applied = ({ file, start, end, text }: Mutant): string => {
  const octets = readFileSync(file);
  return Buffer.concat([octets.subarray(0, start), Buffer.from(text), octets.subarray(end)]).toString("utf8");
};
