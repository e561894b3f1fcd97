import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { skimFunctions } from "#infra/skim-functions.ts";

describe("a source that V8 skims", () => {
  it.each([
    ["const a = (x: number): number => x;", "const a =  function (x: number): number  { return (x); };"],
    ["const a = async x => { await x; };", "const a = async function (x ){ await x; };"],
    ["const a = <T>(x: T) =>\n  ({ x });", "const a =  function <T>(x: T)  { return (\n({ x })); };"],
    ["list.map((x) => () => x);", "list.map( function (x)  { return (() => x); });"],
  ])("has function expressions for its outermost arrow functions: %s", (source, skimmed) => {
    expect(skimFunctions(source).replaceAll(/ +/g, " ")).toBe(skimmed.replaceAll(/ +/g, " "));
  });

  it.each([
    "const a = () => this.x;",
    "const a = () => arguments[0];",
    "class A extends B { x = () => super.x; }",
    "(() => { run(); })();",
    "function f() { return () => 1; }",
    "class A { m() { return () => 1; } }",
    "const a = { m() { return () => 1; }, get b() { return () => 2; } };",
  ])("keeps arrow functions that read what is around them, are called at once or lie in a function: %s", (source) => {
    expect(skimFunctions(source)).toBe(source);
  });

  it("keeps every line where it is", () => {
    const source = readFileSync("shared/contract/fields.ts", "utf8");

    expect(skimFunctions(source).split("\n")).toHaveLength(source.split("\n").length);
    expect(skimFunctions(source)).not.toBe(source);
  });
});
