import { Checkbox, Field } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import { CancelOn } from "../compose/cancel-on.tsx";
import { Hours } from "../compose/hours.tsx";
import type { PlanPart } from "./steps.tsx";

/** When steps may leave, what ends them, and whom they wait for. */
export const Rules = ({ plan, change, errorOf }: PlanPart) => {
  const { steps, awayDays } = plan;
  // What stands at a field of its own is not said again.
  const inFields = errorOf("window.from", "window.to", "window.days", "window.timezone") ?? errorOf("on_away.else");
  const wrong = errorOf("cancel_on") ?? (inFields === undefined ? errorOf("window", "on_away") : undefined);
  return (
    <Panel title="Rules">
      <Hours draft={plan} change={change} errorAt={(_, ...fields) => errorOf(...fields)} asksZone />
      {steps.length > 1 && (
        <>
          <CancelOn draft={plan} change={change} />
          <Checkbox
            label="Wait for whoever is away"
            hint="A step that is due leaves on the first working day after the return that their automatic answer names."
            checked={awayDays !== ""}
            onChange={({ currentTarget }) => change({ awayDays: currentTarget.checked ? "7" : "" })}
          />
          {awayDays !== "" && (
            <Field
              label="Days to wait when it names no return"
              type="number"
              min="1"
              max="365"
              value={awayDays}
              error={errorOf("on_away.else")}
              onInput={({ currentTarget }) => change({ awayDays: currentTarget.value || "7" })}
            />
          )}
        </>
      )}
      {wrong !== undefined && (
        <p class="error" role="alert">
          {wrong}
        </p>
      )}
    </Panel>
  );
};
