import { t } from "../../data/language.ts";
import { type CancelOn, cancelTriggers, choosing } from "./written.ts";

interface CancelWhenProps {
  readonly chosen: readonly CancelOn[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly CancelOn[]) => void;
}

/** Chooses what cancels an answer that waits. */
export const CancelWhen = ({ chosen, error, onChange }: CancelWhenProps) => (
  <fieldset class="days">
    <legend>{t("Cancel it when")}</legend>
    {cancelTriggers.map(([event, words]) => (
      <label key={event}>
        <input
          type="checkbox"
          checked={chosen.includes(event)}
          onChange={({ currentTarget: { checked } }) => onChange(choosing(chosen, event, checked))}
        />
        {t(words)}
      </label>
    ))}
    {error !== undefined && <small class="error">{error}</small>}
  </fieldset>
);
