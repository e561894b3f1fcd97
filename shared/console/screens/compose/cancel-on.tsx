import { t } from "../../data/language.ts";
import { Checkbox } from "../../ui/field.tsx";
import { cancelTriggers, choosing } from "../conversation/written.ts";
import type { Draft } from "./draft.ts";

interface CancelOnProps {
  readonly draft: Pick<Draft, "cancelOn">;
  readonly change: (changes: Pick<Draft, "cancelOn">) => void;
}

/** What cancels the emails after the first. */
export const CancelOn = ({ draft, change }: CancelOnProps) => (
  <fieldset>
    <legend>{t("Follow-ups are cancelled when")}</legend>
    <div class="row">
      {cancelTriggers.map(([trigger, label]) => (
        <Checkbox
          key={trigger}
          label={label}
          checked={draft.cancelOn.includes(trigger)}
          onChange={({ currentTarget: { checked } }) => change({ cancelOn: choosing(draft.cancelOn, trigger, checked) })}
        />
      ))}
    </div>
  </fieldset>
);
