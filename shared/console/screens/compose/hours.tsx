import { dayNames, t } from "../../data/language.ts";
import { Checkbox, Field } from "../../ui/field.tsx";
import { Zone } from "../sends/when.tsx";
import type { Draft, FormPart } from "./draft.ts";
import { cancelTriggers, choosing } from "../conversation/written.ts";

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const workdays = weekdays.slice(0, 5);

interface HoursProps {
  readonly draft: Pick<Draft, "hours" | "timezone">;
  readonly change: (changes: Partial<Pick<Draft, "hours" | "timezone">>) => void;
  readonly errorAt: FormPart["errorAt"];
  readonly asksZone: boolean;
}

/** The hours of the week in which it may leave. */
export const Hours = ({ draft, change, errorAt, asksZone }: HoursProps) => {
  const { hours, timezone } = draft;
  const set = (changes: Partial<NonNullable<typeof hours>>): void => change({ hours: { ...hours!, ...changes } });
  return (
    <>
      <Checkbox
        label="Only at certain hours"
        checked={hours !== undefined}
        onChange={({ currentTarget }) =>
          change({ hours: currentTarget.checked ? { days: workdays, from: "09:00", to: "17:00" } : undefined })
        }
      />
      {hours && (
        <>
          <div class="row" role="group" aria-label={t("Days")}>
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                label={dayNames[day]}
                checked={hours.days.includes(day)}
                onChange={({ currentTarget }) =>
                  set({ days: weekdays.filter((one) => (one === day ? currentTarget.checked : hours.days.includes(one))) })
                }
              />
            ))}
          </div>
          <div class="columns">
            <Field
              label="From"
              type="time"
              value={hours.from}
              error={errorAt(0, "window.from", "window.days")}
              onInput={({ currentTarget }) => set({ from: currentTarget.value })}
            />
            <Field
              label="Until"
              type="time"
              value={hours.to}
              error={errorAt(0, "window.to")}
              onInput={({ currentTarget }) => set({ to: currentTarget.value })}
            />
            {asksZone && (
              <Zone timezone={timezone} error={errorAt(0, "window.timezone")} onTimezone={(zone) => change({ timezone: zone })} />
            )}
          </div>
        </>
      )}
    </>
  );
};

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
