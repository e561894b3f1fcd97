import { useRef, useState } from "preact/hooks";
import type { NewSequence, Sequence } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { lastChange, queries } from "../../data/queries.ts";
import { chunksOf, dryRun, faultyFields, type Forecast, isAccepted, refusals } from "../compose/sending.ts";
import { chainOf, formFaults, type Refusal, shownTo, sortOut } from "./judge.ts";
import { emailOf, type NewPerson, type Pasted } from "./pasted.ts";

/** What a person would get. */
export interface Planned {
  readonly line: number;
  readonly to: string;
  readonly name: string;
  /** The mailbox that would be chosen; "" where one is named. */
  readonly mailboxId: string;
  /** When each step would leave; undefined where that cannot be calculated. */
  readonly etas: readonly (string | undefined)[];
}

/** Who would get what and when, what it costs, and which lines add nobody. */
export interface Look extends Pick<Forecast, "credits" | "balance" | "isCovered" | "lastLeavesAt" | "isEarliest"> {
  readonly sequence: NewSequence;
  readonly good: readonly Pasted[];
  readonly planned: readonly Planned[];
  readonly refused: readonly Refusal[];
}

/** What came of adding people. */
export interface Added {
  readonly id: string;
  readonly added: number;
  readonly refused: readonly Refusal[];
}

interface State {
  readonly stage: "writing" | "checking" | "looked" | "adding" | "added";
  readonly look?: Look | undefined;
  readonly added?: Added | undefined;
  readonly error?: unknown;
  /** The sequence that was made before adding people to it failed. */
  readonly made?: string | undefined;
  /** What is wrong with everybody's emails, by the fields of the form. */
  readonly faults: Readonly<Record<string, string>>;
}

/** How many people one request takes, and how many of a sequence are read to know who is in it. */
const AT_ONCE = 1_000;
const KNOWN_MAX = 2_000;
const PAGE = 200;
/** After this time, ms, the page has painted that it is working. */
const PAINTED_MS = 30;

const byLine = (a: Refusal, b: Refusal): number => a.line - b.line;

/** Who is in a sequence already; of a large one the service says it when they are added. */
const alreadyIn = async (sequence: Sequence | undefined): Promise<ReadonlySet<string>> => {
  const emails = new Set<string>();
  if (sequence === undefined || sequence.people === 0 || sequence.people > KNOWN_MAX) return emails;
  for await (const { email } of client.sequences.listRecipients(sequence.id, { limit: PAGE })) emails.add(email);
  return emails;
};

const nameOf = ({ to }: NewPerson): string => (typeof to === "string" ? "" : to.name);

/** Asks what adding people would do; nothing is stored, paid or sent. */
const lookAt = async (sequence: NewSequence, people: readonly Pasted[], known: Sequence | undefined) => {
  const sorted = sortOut(sequence, people, await alreadyIn(known));
  const chains = sorted.good.map((one) => chainOf(sequence, one));
  const forecast = await dryRun(
    (batch) => client.sends.createBatch(batch),
    chunksOf(chains),
    () => undefined,
  );
  const faults = formFaults(faultyFields(forecast.judged));
  const isGood = forecast.judged.map(isAccepted);
  const planned = forecast.judged.flatMap(({ sequence: { line, to }, results }, index): readonly Planned[] =>
    isGood[index]
      ? [
          {
            line,
            to,
            name: nameOf(sorted.good[index]!.person),
            mailboxId: results[0]?.mailbox_id ?? "",
            etas: results.map(({ eta }) => eta),
          },
        ]
      : [],
  );
  const refused = forecast.judged.flatMap((one, index) =>
    isGood[index] ? [] : [{ line: one.sequence.line, to: one.sequence.to, why: refusals(one).join("; ") }],
  );
  const look: Look = {
    ...forecast,
    sequence,
    good: sorted.good.filter((_, index) => isGood[index]),
    planned,
    refused: [...sorted.refused, ...refused].toSorted(byLine),
  };
  return { look, faults };
};

/** Adds people, a thousand at a time; what a failure left out may be added again, because nobody is in it twice. */
const addAll = async (id: string, people: readonly Pasted[]): Promise<Omit<Added, "id">> => {
  let added = 0;
  const refused: Refusal[] = [];
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = people.slice(at, at + AT_ONCE);
    const { results } = await client.sequences.addRecipients(id, { recipients: some.map(({ person }) => person) });
    for (const { index, error, details = [] } of results)
      if (error === "") added += 1;
      else {
        const why = details.map(({ field, message }) => `${field} ${message}`).join("; ") || error;
        refused.push({ line: some[index]!.line, to: shownTo(some[index]!.person), why });
      }
  }
  return { added, refused };
};

/** Where people are added: to a sequence that is there, or to one that is made first. */
export interface Target {
  readonly known?: Sequence | undefined;
  /** Is told the sequence before anybody is added to it. */
  readonly onMade?: ((id: string) => void) | undefined;
}

/** The stages of adding people: a look that checks them, and then adding them once. */
export const useEnrolment = ({ known, onMade }: Target) => {
  const [state, setState] = useState<State>({ stage: "writing", faults: {} });
  /** Counts the looks, so that one at an earlier text is ignored. */
  const current = useRef(0);
  /** Makes the sequence once, also when its answer is lost. */
  const key = useRef(crypto.randomUUID() as string);

  const check = async (sequence: NewSequence, people: readonly Pasted[]): Promise<void> => {
    const own = (current.current += 1);
    setState({ stage: "checking", faults: {} });
    await new Promise((resolve) => setTimeout(resolve, PAINTED_MS));
    const next = await lookAt(sequence, people, known).then(
      ({ look, faults }): State => ({ stage: "looked", look, faults }),
      (error: unknown): State => ({ stage: "writing", error, faults: {} }),
    );
    if (current.current === own) setState(next);
  };

  const add = async (sequence: NewSequence, people: readonly Pasted[], before: readonly Refusal[]): Promise<void> => {
    setState((old) => ({ ...old, stage: "adding", error: undefined }));
    let made: string | undefined;
    try {
      const id = known?.id ?? (await client.sequences.create(sequence, { idempotencyKey: key.current })).id;
      if (known === undefined) onMade?.((made = id));
      const { added, refused } = people.length === 0 ? { added: 0, refused: [] } : await addAll(id, people);
      setState((old) => ({ ...old, stage: "added", added: { id, added, refused: [...before, ...refused].toSorted(byLine) } }));
    } catch (error) {
      setState((old) => ({ ...old, stage: old.look ? "looked" : "writing", error, made }));
    }
    lastChange.value += 1;
    await queries.invalidateQueries({
      predicate: ({ queryKey: [first] }) => ["sequences", "credits", "sends", "log"].includes(String(first)),
    });
  };

  const reset = (): void => {
    current.current += 1;
    key.current = crypto.randomUUID();
    setState({ stage: "writing", faults: {} });
  };
  return { state, check, add, reset };
};

/** How many different people a paste names. */
export const peopleIn = (people: readonly Pasted[]): number => new Set(people.map(({ person }) => emailOf(person))).size;
