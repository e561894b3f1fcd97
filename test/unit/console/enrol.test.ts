// A new sequence and its people: what a messy paste is read as, what is filled in, what the API is asked, and which lines are left over.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainOf, formFaults, leftOver, sortOut } from "#shared/console/screens/enrol/judge.ts";
import { readPeople, textOf } from "#shared/console/screens/enrol/pasted.ts";
import {
  asNew,
  faultsIn,
  fill,
  missingIn,
  newPlan,
  nextStep,
  openIn,
  piecesOf,
  sequenceIn,
  usedBy,
  usedIn,
  variableName,
} from "#shared/console/screens/enrol/plan.ts";
import { fillStep, missingIn as missingOf, unfillable, variablesOf } from "#shared/sequences/sequence.ts";

const USED = new Set(["company"]);
const read = (text: string, used: ReadonlySet<string> = USED) =>
  readPeople(text, used).people.map(({ line, person }) => [line, person.to, person.variables]);

describe("pasted lines", () => {
  it("have a person each, with values after the address; a comma before no name belongs to the value", () => {
    expect(read("ann@example.com, company=Miller, Sons & Co\n\n  ben@example.com\ncid@example.com; company = C = 3\r\n")).toEqual([
      [1, "ann@example.com", { company: "Miller, Sons & Co" }],
      [3, "ben@example.com", {}],
      [4, "cid@example.com", { company: "C = 3" }],
    ]);
  });

  it("give the address a name, which is a value only where a step has it", () => {
    const to = { name: "Ann", email: "ann@example.com" };
    expect(read("ann@example.com, name=Ann")).toEqual([[1, to, {}]]);
    expect(read("ann@example.com, name=Ann", usedIn(["Dear {{ name|all}}, {{company}}"]))).toEqual([[1, to, { name: "Ann" }]]);
    expect(read("Ann <ann@example.com>, company=A")).toEqual([[1, to, { company: "A" }]]);
  });

  it("are read as mail programs copy addresses: several on a line, with a comma in a name", () => {
    expect(read('"Miller, Ann" <ann@example.com>; ben@example.com, Cid <mailto:cid@example.com>;')).toEqual([
      [1, { name: "Miller, Ann", email: "ann@example.com" }, {}],
      [1, "ben@example.com", {}],
      [1, { name: "Cid", email: "cid@example.com" }, {}],
    ]);
  });

  it("leave to the API what is wrong with a person, and say what values without names lack", () => {
    expect(read("ann@example.com\nnobody, compny=A")).toEqual([
      [1, "ann@example.com", {}],
      [2, "nobody", { compny: "A" }],
    ]);
    expect(readPeople("ann@example.com;Ann;Example Ltd", USED).people[0]?.problem).toMatch(/^has values without names/);
  });
});

describe("a pasted table", () => {
  it("is what a spreadsheet makes: a byte order mark, semicolons, quotes, umlauts, empty lines and values", () => {
    const text =
      '\u{feff}sep=;\r\n\r\nFirma;E-Mail-Adresse;Größe;;\r\n"Müller; ""Söhne""";" ann@example.com";1,5;;\r\n;;;;\r\n;ben@example.com\r\n';
    expect(read(text, new Set(["Firma", "grosse"]))).toEqual([
      [4, "ann@example.com", { Firma: 'Müller; "Söhne"', grosse: "1,5" }],
      [6, "ben@example.com", {}],
    ]);
  });

  it("finds the addresses by the column's name, or where they stand, and the name in one column or two", () => {
    expect(read("Kontakt\tVorname\tNachname\nann@example.com\tAnn\tLee", new Set(["name"]))).toEqual([
      [2, { name: "Ann Lee", email: "ann@example.com" }, { name: "Ann Lee" }],
    ]);
    expect(readPeople("email;Vorname;Firma\nann@example.com;Ann;A", USED).columns).toEqual(["name", "vorname", "firma"]);
    expect(read("to,mail\nx@example.com,ann@example.com")[0]?.[1]).toBe("ann@example.com");
  });

  it("leaves out what no step uses, and says so", () => {
    const { people, unused, columns } = readPeople("email,name,Company,Phone\nann@example.com,Ann,A,0123", USED);
    expect([people[0]?.person.variables, unused, columns]).toEqual([{ company: "A" }, ["phone"], ["name", "company", "phone"]]);
  });

  it("names a row that has too many values, alone; a short one lacks the last", () => {
    const { people, problem } = readPeople("email,company\nann@example.com,A,B\nben@example.com", USED);
    expect([problem, people.map((one) => one.problem)]).toEqual(["", ["has 3 values, but there are 2 columns", ""]]);
  });

  it("takes away signs that nobody sees", () => {
    expect(read("email,company\n\u{200b}ann@example.com\u{ad},A")[0]?.[1]).toBe("ann@example.com");
  });
});

describe("a file", () => {
  const text = "email;ort\nann@example.com;Köln";

  it.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["Windows", Uint8Array.from(text, (char) => char.charCodeAt(0))],
    ["UTF-16", new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)])],
  ])("of %s is read with its umlauts", (_, bytes) => {
    expect(textOf(bytes).replace("\u{feff}", "")).toBe(text);
  });

  it("of a workbook is refused with what to do", () => {
    expect(() => textOf(new Uint8Array([0x50, 0x4b, 3, 4]))).toThrow(/save it as CSV/);
  });
});

describe("placeholders", () => {
  const steps = [{ subject: "For {{company}}", body_text: "Dear {{name|all}}" }, { body_html: "<b>{{ team }}</b> {{company}}" }];

  it("are known by name, and those that need a value by the first step", () => {
    expect([...usedBy(steps)]).toEqual(["company", "name", "team"]);
    expect([...missingIn(steps, { company: " ", name: "" })]).toEqual([
      ["company", 1],
      ["team", 2],
    ]);
  });

  it("are filled in as the service does it: no line break in a subject, no tags in HTML", () => {
    expect(fill("For {{a}}", { a: "x\r\ny" }, "line")).toBe("For x y");
    expect(fill("{{a}}", { a: "<b>&" }, "html")).toBe("&lt;b&gt;&amp;");
    expect(fill("{{a|there}}, {{__proto__|b}}", {}, "text")).toBe("there, b");
  });

  it("say what the service says, whatever the text and the values", () => {
    const text = fc.array(fc.constantFrom("{{a}}", "{{ b|you }}", "{{_c|}}", "{{a b}}", "{{", "}}", "|", "a", " ", "<b>", "é"), {
      maxLength: 8,
    });
    const value = fc.string({ unit: fc.constantFrom("x", " ", "&", "<", '"', "'", "{{b}}", "\n", "ü"), maxLength: 4 });
    const values = fc.dictionary(fc.constantFrom("a", "b", "_c"), value);
    const property = fc.property(text, values, (parts, known) => {
      const template = parts.join("");
      const step = { subject: template, bodyHtml: template, bodyText: template };
      const service = fillStep(step, known);
      const own = {
        subject: fill(template, known, "line"),
        bodyHtml: fill(template, known, "html"),
        bodyText: fill(template, known, "text"),
      };
      expect(own).toEqual(service);
      expect([...missingIn([{ body_text: template }], known)]).toEqual([...missingOf([{ ...step, subject: "", bodyHtml: "" }], known)]);
      expect([...usedBy([{ subject: template }])]).toEqual([...variablesOf([step])]);
      expect(
        piecesOf(template, known)
          .map((piece) => (piece.is === "missing" ? "" : piece.text))
          .join(""),
      ).toBe(service.bodyText);
      const [isOpen] = [openIn(template) !== ""];
      if (!isOpen) expect(unfillable({ ...step, bodyHtml: "" })).toEqual([]);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("are marked in a preview", () => {
    expect(piecesOf("Dear {{name|all}}, {{company}}!", { company: "" })).toEqual([
      { text: "Dear ", is: "plain" },
      { text: "all", is: "value" },
      { text: ", ", is: "plain" },
      { text: "{{company}}", is: "missing" },
      { text: "!", is: "plain" },
    ]);
  });

  it("are refused where they would leave as they are", () => {
    expect(["{{a}} {{b|c}}", "{{first name}}", "{{", "{{größe}}"].map((one) => openIn(one) !== "")).toEqual([false, true, true, true]);
  });

  it.each([
    ["Straße 2", "strasse_2"],
    ["Prénom", "prenom"],
    ["2nd line", "_2nd_line"],
    ["Größe (cm)", "grosse_cm"],
  ])("have a name for the column %s", (heading, name) => {
    expect(variableName(heading)).toBe(name);
  });
});

describe("a plan", () => {
  const plan = {
    ...newPlan("Europe/Berlin"),
    mailboxId: "pool:team",
    steps: [
      { ...nextStep, subject: "Hi", text: "x" },
      { ...nextStep, text: "y", wait: "2", unit: "weeks" as const },
    ],
  };

  it("is a sequence that respects people", () => {
    expect(sequenceIn(plan)).toEqual({
      pool: "team",
      steps: [
        { subject: "Hi", body_text: "x" },
        { body_text: "y", scheduled_after: "P14D" },
      ],
      window: { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00", timezone: "Europe/Berlin" },
      cancel_on: ["reply", "bounce", "left"],
      on_away: { wait: "until_return", else: "P7D" },
    });
    const alone = sequenceIn({ ...plan, steps: plan.steps.slice(0, 1), hours: undefined });
    expect(Object.keys(alone)).toEqual(["pool", "steps"]);
  });

  it("names what is wrong with its fields as the API does", () => {
    const wrong = { ...plan, steps: [nextStep, { ...nextStep, text: "{{ a b }}", wait: "" }] };
    expect(Object.keys(faultsIn(wrong))).toEqual(["steps.0.subject", "steps.0.body_text", "steps.1.body_text", "steps.1.scheduled_after"]);
    expect(faultsIn(plan)).toEqual({});
    expect(formFaults({ "1.body_text": "bad", "0.window.from": "bad", "0.mailbox_id": "bad" })).toEqual({
      "steps.1.body_text": "bad",
      "window.from": "bad",
      mailbox_id: "bad",
    });
  });

  it("of a sequence that is there asks for the same emails", () => {
    const made = {
      id: "1",
      name: "Spring",
      mailbox_id: "a",
      mailbox_ids: [],
      pool: "",
      status: "active" as const,
      revision: 1,
      people: 0,
      created_at: "",
      updated_at: "",
      cancel_on: ["reply" as const],
      steps: [
        { step: 1, subject: "For {{company}}", body_html: "<p>{{company}}</p>", body_text: "", scheduled_after: "", quote_history: true },
        { step: 2, subject: "", body_html: "", body_text: "Well?", scheduled_after: "P3D", quote_history: false },
      ],
    };
    const [person] = readPeople("ann@example.com, company=A & B", USED).people;
    expect(chainOf(asNew(made), person!)).toEqual({
      line: 1,
      to: "ann@example.com",
      emails: [
        { mailbox_id: "a", to: "ann@example.com", subject: "For A & B", body_html: "<p>A &amp; B</p>" },
        { follows: 0, body_text: "Well?", scheduled_after: "P3D", quote_history: false, cancel_on: ["reply"] },
      ],
    });
  });
});

describe("lines that add nobody", () => {
  const steps = [{ subject: "For {{company}}", body_text: "x" }];
  const text = "email,company\nann@example.com,A\nben@example.com,\n\nANN@example.com,B\ncid@example.com,C";

  it("are named with the API's words, without asking it", () => {
    const { people } = readPeople(text, USED);
    const { good, refused } = sortOut({ steps }, people, new Set(["cid@example.com"]));
    expect(good.map(({ line }) => line)).toEqual([2]);
    expect(refused).toEqual([
      { line: 3, to: "ben@example.com", why: "variables.company is required by step 1" },
      { line: 5, to: "ANN@example.com", why: "to is named twice" },
      { line: 6, to: "cid@example.com", why: "to is in this sequence already" },
    ]);
    expect(leftOver(text, refused.slice(0, 2), people)).toBe("email,company\nben@example.com,\nANN@example.com,B");
  });

  it("are those whose value no step has", () => {
    const { people } = readPeople("ann@example.com, company=A, compny=B", USED);
    expect(sortOut({ steps }, people, new Set()).refused[0]?.why).toBe("variables.compny is in no step of the sequence");
  });
});
