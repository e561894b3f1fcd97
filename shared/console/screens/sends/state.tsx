import { t } from "../../data/language.ts";
import type { Send } from "../../../client/index.ts";
import { Badge, type Tone } from "../../ui/controls.tsx";
import { shownState } from "./filters.ts";

const tones: Readonly<Record<string, Tone>> = {
  scheduled: "info",
  queued: "info",
  processing: "info",
  sent: "good",
  answered: "good",
  failed: "bad",
  bounced: "bad",
  complained: "bad",
};

/** The state of a send in a word. */
export const State = ({ of }: { readonly of: Send }) => {
  const state = shownState(of);
  return <Badge tone={tones[state] ?? "quiet"}>{t(state)}</Badge>;
};
