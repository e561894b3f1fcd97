import type { Send, Sequence, SequenceRecipient } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import type { Tone } from "../../ui/controls.tsx";
import { count } from "../../ui/numbers.ts";

/** A sequence's name, or its first subject where it has none. */
export const nameOf = ({ name, steps }: Pick<Sequence, "name" | "steps">): string => name || (steps[0]?.subject ?? "");

/** How long after the step before it a step leaves, in words; another duration than whole days or hours stays as it is. */
export const afterWords = (duration: string): string => {
  if (duration === "") return t("when somebody is added");
  const [, days, hours] = /^P(?:(\d{1,4})D|T(\d{1,4})H)$/.exec(duration) ?? [];
  const words = days === undefined ? (hours === undefined ? duration : count(Number(hours), "hour")) : count(Number(days), "day");
  return t("{duration} after the one before", { duration: words });
};

/** Why a step was cancelled, in a few words; "" where a request cancelled it. */
const whyWords: Readonly<Record<Send["cancel_reason"], string>> = {
  "": "",
  replied: "they answered",
  bounced: "an email bounced",
  auto_replied: "an automatic answer",
  left: "they have left",
  original: "the one before was",
  suppressed: "they are suppressed",
  asked: "they asked to stop",
  answer_unclear: "an unclear answer",
  not_approved: "nobody approved it",
  removed: "removed",
};

/** What became of a person's step: a state, its colour, and when, or why. */
export interface Cell {
  readonly state: string;
  readonly tone: Tone;
  readonly at?: string | undefined;
  /** Whether `at` is still to come. */
  readonly isPlan?: boolean;
  readonly why?: string;
}

type PersonStep = SequenceRecipient["steps"][number];

/** What a cell says; what came last, and what a person did, before what the service did. */
export const cellOf = (step: PersonStep, isPaused: boolean, now: number): Cell => {
  const { status, bounced_at, replied_at, sent_at, scheduled_at, away_until } = step;
  if (replied_at !== undefined) return { state: "answered", tone: "good", at: replied_at };
  if (bounced_at !== undefined) return { state: "bounced", tone: "bad", at: bounced_at };
  if (status === "failed") return { state: "failed", tone: "bad" };
  if (status === "cancelled")
    return { state: "cancelled", tone: "quiet", why: t(whyWords[step.cancel_reason as keyof typeof whyWords] ?? step.cancel_reason) };
  if (sent_at !== undefined) return { state: "sent", tone: "info", at: sent_at };
  if (isPaused) return { state: "paused", tone: "warn" };
  const plan = { at: away_until ?? scheduled_at, isPlan: true };
  if (away_until !== undefined && Date.parse(away_until) > now) return { state: "away", tone: "warn", ...plan };
  return { state: "waits", tone: "quiet", ...plan };
};
