import type { Draft, Step } from "./draft.ts";

/** What every part of the form gets. */
export interface FormPart {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The service's words about a field of a step's email; undefined when it is fine. */
  readonly errorAt: (step: number, ...fields: readonly string[]) => string | undefined;
}

/** Finds the fault of a field, or of a part of it: `cc` has that of `cc.0`. */
export const errorFinder =
  (faults: Readonly<Record<string, string>>): FormPart["errorAt"] =>
  (step, ...fields) =>
    Object.entries(faults).find(([name]) =>
      fields.some((field) => name === `${step}.${field}` || name.startsWith(`${step}.${field}.`)),
    )?.[1];

/** A draft with another step in place of one. */
export const withStep = ({ steps }: Draft, index: number, changes: Partial<Step>): Partial<Draft> => ({
  steps: steps.map((step, at) => (at === index ? { ...step, ...changes } : step)),
});
