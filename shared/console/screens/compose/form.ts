import type { Draft, Step } from "./draft.ts";

/** The properties of every part of the form. */
export interface FormPart {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The API's error for a field of a step's email; undefined when it has none. */
  readonly errorAt: (step: number, ...fields: readonly string[]) => string | undefined;
}

/** Finds the error of a field or of a part of it: `cc` has that of `cc.0`. */
export const errorFinder =
  (faults: Readonly<Record<string, string>>): FormPart["errorAt"] =>
  (step, ...fields) =>
    Object.entries(faults).find(([name]) =>
      fields.some((field) => name === `${step}.${field}` || name.startsWith(`${step}.${field}.`)),
    )?.[1];

/** A draft in which one step is changed. */
export const withStep = ({ steps }: Draft, index: number, changes: Partial<Step>): Partial<Draft> => ({
  steps: steps.map((step, at) => (at === index ? { ...step, ...changes } : step)),
});
