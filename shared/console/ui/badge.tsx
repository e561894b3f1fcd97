import type { ComponentChildren } from "preact";

/** The meaning of a badge's colour. */
export type Tone = "good" | "warn" | "bad" | "info" | "quiet";

/** A state in one or two words; its colour never stands alone for it. */
export const Badge = ({ tone = "quiet", children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

const tones: Readonly<Record<string, Tone>> = {
  sent: "good",
  connected: "good",
  active: "good",
  done: "good",
  delivered: "good",
  queued: "info",
  scheduled: "info",
  processing: "info",
  paused: "warn",
  soft: "warn",
  refused: "warn",
  failed: "bad",
  disconnected: "bad",
  hard: "bad",
  complaint: "bad",
};

/** A record's state as the API names it, in the colour of its meaning. */
export const Status = ({ of }: { readonly of: string }) => <Badge tone={tones[of] ?? "quiet"}>{of.replaceAll("_", " ")}</Badge>;
