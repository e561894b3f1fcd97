import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeStyle } from "#shared/platform/html/safe-style.ts";

describe("safeStyle", () => {
  it.each([
    ["margin-top:\n-112px", ""],
    ["margin-top:-/**/112px;color:red", "color:red"],
    ["margin-top:\t-\n112px", ""],
    ["margin-/**/top:-5px", ""],
    ["margin:0 0 0 -5px", ""],
    ["mar\\67in-top:-5px", ""],
    ["margin-top:calc(0px - 112px)", ""],
    ["margin-top:1e9px", ""],
    ["margin-top:99999px", ""],
    ["margin-top:100vh", ""],
    ["margin-top:5", "margin-top:5"],
    ["line-height:0;font-size:90px", "font-size:90px"],
    ["line-height:1px", ""],
    ["line-height:1.5", "line-height:1.5"],
    ["position:fixed;top:0", ""],
    ["transform:translateY(-90px)", ""],
    ["background:url(https://evil.example/x)", ""],
    ["background-color:url(https://evil.example/x)", ""],
    ["color:red;content:'x'", "color:red"],
    ["color:RED !important", "color:red"],
    ["color:var(--x)", ""],
    ["/* color:red", ""],
    ["color:red/**/;/*;*/width:50%", "color:red;width:50%"],
    ["font-family:'Segoe UI' ,Arial,sans-serif", "font-family:'Segoe UI', Arial, sans-serif"],
    ["font-family:'a;position:fixed;b'", ""],
    ["border:1px solid rgb(1, 2, 3)", "border:1px solid rgb(1, 2, 3)"],
    ["padding:-1px;color:#06c", "color:#06c"],
    ["vertical-align:-99px", ""],
    ["text-indent:-999px", ""],
    ["letter-spacing:-9px", ""],
  ])("makes of %j %j", (style, expected) => {
    expect(safeStyle(style, "p")).toBe(expected);
  });

  it("gives nothing back but what it would give back again, and never a sign, an escape, a comment or a function but a colour's", () => {
    const piece = fc.constantFrom(
      ..."margin-top: padding: width: font-size: line-height: color: font-family: position: border: ; -112px 112px 0 1.5 -0 +5px 5e3px 9999999px 50% red #fff rgb(1,2,3) url(x) calc(1px-9px) /* */ \\ ' \" , ! !important ( ) {} @import fixed auto \u0000 é".split(
        " ",
      ),
      " ",
      "\n",
      "\u00a0",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const safe = safeStyle(pieces.join(""), "img");

        expect(safeStyle(safe, "img")).toBe(safe);
        expect(safe.replace(/'[^']*'|"[^"]*"/g, "")).not.toMatch(/[:\s,][-+]\s*[\d.]|\\|\/\*|(?<!rgb|rgba|hsl|hsla)\(|position|[{}@]/);
      }),
      { numRuns: 5_000 },
    );
  });
});
