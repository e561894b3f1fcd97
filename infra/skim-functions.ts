import { type Cut, edited, isNode, type Node } from "./edit-source.ts";

/** What is skimmed as it is. */
const SKIMMED =
  /^(?:FunctionDeclaration|FunctionExpression|ClassMethod|PrivateMethod|Constructor|MethodProperty|GetterProperty|SetterProperty|StaticBlock)$/;

const children = (node: object): readonly unknown[] => Object.values(node);

/** Whether an arrow function reads what another function has itself. */
const borrows = (node: unknown): boolean => {
  if (typeof node !== "object" || node === null) return false;
  if (!isNode(node)) return children(node).some(borrows);
  if (node.type === "ThisExpression" || node.type === "Super" || node.type === "MetaProperty") return true;
  if (node.type === "Identifier") return node["value"] === "arguments";
  return children(node).some(borrows);
};

/** An arrow function's head, up to its body, as a function expression's; undefined where a comment follows the arrow. */
const asFunction = (head: string): string | undefined => {
  const arrow = head.lastIndexOf("=>");
  if (arrow < 0 || head.slice(arrow + 2).trim() !== "") return undefined;
  const [, async = "", signature = ""] = /^(async(?=[\s(<]))?\s*([^]*)$/.exec(head.slice(0, arrow)) ?? [];
  return `${async} function ${/^[(<]/.test(signature) ? signature : `(${signature})`}`;
};

const arrowCuts = (arrow: Node, textOf: (start: number, end: number) => string): readonly Cut[] => {
  const body = arrow["body"] as Node;
  const head = asFunction(textOf(arrow.span.start, body.span.start));
  if (head === undefined || borrows(arrow)) return [];
  if ("stmts" in body) return [[arrow.span.start, body.span.start, head]];
  return [
    [arrow.span.start, body.span.start, `${head} { return (`],
    [body.span.end, body.span.end, "); }"],
  ];
};

/**
 * A module whose outermost arrow functions are function expressions. Within CommonJS's own function V8 parses an arrow function whole at once,
 * and only skims any other until it is called (`ParseArrowFunctionLiteral` in its parser-base.h).
 */
export const skimFunctions = (source: string): string =>
  edited(source, (body, textOf) => {
    const cutsIn = (node: unknown): readonly Cut[] => {
      if (typeof node !== "object" || node === null) return [];
      if (!isNode(node)) return children(node).flatMap(cutsIn);
      if (SKIMMED.test(node.type)) return [];
      if (node.type === "ArrowFunctionExpression") return arrowCuts(node, textOf);
      // What is called where it stands is needed whole.
      if (node.type === "CallExpression" && called(node)) return [];
      return children(node).flatMap(cutsIn);
    };
    return cutsIn(body);
  });

/** Whether a function is called where it stands. */
const called = (call: Node): boolean => {
  const callee = call["callee"] as Node;
  return callee.type === "ParenthesisExpression";
};
