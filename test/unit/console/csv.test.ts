import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnName, parseCsv } from "#shared/console/screens/compose/csv.ts";

const valuesOf = (text: string) => parseCsv(text).rows.map(({ values }) => values);

describe("a pasted table", () => {
  it.each([",", ";", "\t"])("is read with the separator %j", (separator) => {
    const text = [`email${separator}First Name`, `ann@x.test${separator}Ann`, `ben@x.test${separator}Ben`].join("\n");

    expect(valuesOf(text)).toEqual([
      { email: "ann@x.test", first_name: "Ann" },
      { email: "ben@x.test", first_name: "Ben" },
    ]);
  });

  it("keeps separators, line breaks and doubled quotes inside quotes", () => {
    const text = 'email,note\r\nann@x.test,"one, ""two""\r\nthree"\r\nben@x.test,"4"" nails"\r\n';

    expect(parseCsv(text).rows).toEqual([
      { line: 2, values: { email: "ann@x.test", note: 'one, "two"\nthree' }, problem: "", isShort: false },
      { line: 4, values: { email: "ben@x.test", note: '4" nails' }, problem: "", isShort: false },
    ]);
  });

  it("counts separators of the first line outside quotes alone", () => {
    expect(parseCsv('"a,b,c";email\n1;ann@x.test').columns).toEqual(["a_b_c", "email"]);
  });

  it("leaves out a byte order mark, empty lines and spaces around values, and counts lines as pasted", () => {
    expect(parseCsv('\u{feff}"email" , name\n\n  ann@x.test , Ann \n,\n\nben@x.test,Ben').rows).toEqual([
      { line: 3, values: { email: "ann@x.test", name: "Ann" }, problem: "", isShort: false },
      { line: 6, values: { email: "ben@x.test", name: "Ben" }, problem: "", isShort: false },
    ]);
  });

  it("takes quotes after spaces as quotes", () => {
    expect(valuesOf('email, name\nann@x.test, "Lee, Ann"')).toEqual([{ email: "ann@x.test", name: "Lee, Ann" }]);
  });

  it("takes a quote inside an unquoted field as text", () => {
    expect(valuesOf('email,size\nann@x.test,4" nails')).toEqual([{ email: "ann@x.test", size: '4" nails' }]);
  });

  it("names the rows with too many or too few values", () => {
    expect(parseCsv("email,name\nann@x.test\nben@x.test,Ben,42").rows.map(({ line, problem }) => [line, problem])).toEqual([
      [2, "has 1 value, but there are 2 columns"],
      [3, "has 3 values, but there are 2 columns"],
    ]);
  });

  it("leaves out what a spreadsheet leaves at the ends: columns without name and value, and empty values beyond the columns", () => {
    expect(parseCsv("email;name;;\nann@x.test;Ann;;\nben@x.test;Ben;\ncid@x.test;;;;;").rows).toEqual([
      { line: 2, values: { email: "ann@x.test", name: "Ann" }, problem: "", isShort: false },
      { line: 3, values: { email: "ben@x.test", name: "Ben" }, problem: "", isShort: false },
      { line: 4, values: { email: "cid@x.test", name: "" }, problem: "", isShort: false },
    ]);
  });

  it.each([
    ["", "Paste a table whose first line names its columns."],
    ["email,\nann@x.test,1", "Column 2 has no name in the first line."],
    ["email,Email\nann@x.test,1", "The first line names the column email twice."],
    ['email\nann@x.test\n"ben', "The quote that opens on line 3 is never closed."],
  ])("is refused as a whole: %j", (text, problem) => {
    expect(parseCsv(text)).toMatchObject({ rows: [], problem });
  });

  it("never takes a column's name as a prototype's", () => {
    const [row] = parseCsv("__proto__,email\nx,ann@x.test").rows;

    expect(Object.keys(row!.values)).toContain("email");
    expect(Object.getPrototypeOf(row!.values)).toBe(Object.prototype);
  });

  it("gives back whatever was written with quotes", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\t", "\n", " ", "é") }).map((text) => text.trim());
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const property = fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.constantFrom(",", ";", "\t"), (rows, separator) => {
      const kept = rows.filter((row) => row.some((value) => value !== ""));
      const text = [["a", "b"], ...rows].map((row) => row.map(quoted).join(separator)).join("\n");
      expect(valuesOf(text)).toEqual(kept.map(([a, b]) => ({ a, b })));
    });
    fc.assert(property);
  });
});

describe("a column's name", () => {
  it.each([
    ["First Name", "first_name"],
    [" E-Mail ", "e_mail"],
    ["Größe (cm)", "größe_cm"],
  ])("of %j is %j", (heading, name) => expect(columnName(heading)).toBe(name));
});
