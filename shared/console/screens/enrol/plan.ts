import type { NewSequence, Sequence } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { type Hours, senderIn } from "../compose/draft.ts";
import type { CancelOn } from "../conversation/written.ts";
import { openIn } from "./placeholders.ts";

/** The units in which a step waits, with the durations that they make. */
const units = {
  hours: (n: string) => `PT${n}H`,
  days: (n: string) => `P${n}D`,
  weeks: (n: string) => `P${String(Number(n) * 7)}D`,
} as const;

/** A step as the form holds it. */
export interface PlanStep {
  readonly subject: string;
  readonly text: string;
  /** How long after the step before it; the first has none. */
  readonly wait: string;
  readonly unit: keyof typeof units;
}

/** What the form of a new sequence holds. */
export interface Plan {
  readonly name: string;
  /** The mailbox's id, or `pool:` and the name of a pool. */
  readonly mailboxId: string;
  readonly steps: readonly PlanStep[];
  readonly hours: Hours | undefined;
  readonly timezone: string;
  readonly cancelOn: readonly CancelOn[];
  /** How many days after a note a step leaves that names no day of return; "" to leave whoever is away. */
  readonly awayDays: string;
  readonly people: string;
  /** When it was changed last, ms since 1970. */
  readonly changedAt: number;
}

const WORKDAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

/** A further step without a text. */
export const nextStep: PlanStep = { subject: "", text: "", wait: "3", unit: "days" };

/** A new sequence: on working days, ended by an answer, patient with whoever is away. */
export const newPlan = (timezone: string): Plan => ({
  name: "",
  mailboxId: "",
  steps: [nextStep, nextStep],
  hours: { days: WORKDAYS, from: "08:00", to: "18:00" },
  timezone,
  cancelOn: ["reply", "bounce", "left"],
  awayDays: "7",
  people: "",
  changedAt: 0,
});

/** The sequence that a form describes. */
export const sequenceIn = (plan: Plan): NewSequence => {
  const { name, steps, hours, timezone, cancelOn, awayDays } = plan;
  const hasReminders = steps.length > 1;
  return {
    ...(name.trim() !== "" && { name: name.trim() }),
    ...senderIn(plan),
    steps: steps.map(({ subject, text, wait, unit }, index) => ({
      ...((index === 0 || subject.trim() !== "") && { subject: subject.trim() }),
      body_text: text,
      ...(index > 0 && { scheduled_after: units[unit](wait.trim()) }),
    })),
    ...(hours && { window: { ...hours, days: [...hours.days], timezone } }),
    ...(hasReminders && cancelOn.length > 0 && { cancel_on: cancelOn }),
    ...(hasReminders && awayDays !== "" && { on_away: { wait: "until_return" as const, else: units.days(awayDays.trim()) } }),
  };
};

/** A sequence that is there, as it would be made. */
export const asNew = ({ name, mailbox_id, mailbox_ids, pool, steps, window, cancel_on, on_away }: Sequence): NewSequence => ({
  name,
  ...(mailbox_id !== "" && { mailbox_id }),
  ...(mailbox_ids.length > 0 && { mailbox_ids }),
  ...(pool !== "" && { pool }),
  steps: steps.map(({ subject, body_html, body_text, scheduled_after, quote_history }) => ({
    subject,
    ...(body_html !== "" && { body_html }),
    ...(body_text !== "" && { body_text }),
    ...(scheduled_after !== "" && { scheduled_after }),
    quote_history,
  })),
  ...(window && { window }),
  ...(steps.length > 1 && cancel_on.length > 0 && { cancel_on }),
  ...(steps.length > 1 && on_away && { on_away }),
});

/** What is wrong with a form, by the API's fields and in its words, as far as that shows before asking it. */
export const faultsIn = ({ steps }: Plan): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = {};
  const note = (field: string, problem: string): void => void (problem !== "" && (faults[field] ??= problem));
  for (const [index, { subject, text, wait }] of steps.entries()) {
    const at = `steps.${index}`;
    note(`${at}.subject`, index === 0 && subject.trim() === "" ? t("is required of the first step") : openIn(subject));
    note(`${at}.body_text`, text.trim() === "" ? t("is required") : openIn(text));
    note(`${at}.scheduled_after`, index === 0 || /^\d{1,4}$/.test(wait.trim()) ? "" : t("is required of every step after the first"));
  }
  return faults;
};
