import type { SendingWindow } from "../../../client/index.ts";
import { dayNames, t } from "../../data/language.ts";
import { Field, Select } from "../../ui/field.tsx";
import { ownZone, Zone } from "../sends/when.tsx";

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
type Day = (typeof days)[number];

/** When an email is to leave, as the form has it. */
export interface Departure {
  readonly when: "now" | "at" | "window";
  /** As `2026-12-01T09:00`. */
  readonly local: string;
  readonly timezone: string;
  readonly days: readonly Day[];
  readonly from: string;
  readonly to: string;
}

/** Now; and working hours, once a window is wanted. */
export const atOnce = (): Departure => ({
  when: "now",
  local: "",
  timezone: ownZone(),
  days: days.slice(0, 5),
  from: "09:00",
  to: "17:00",
});

/** The fields of a request. */
export const departureOut = ({
  when,
  local,
  timezone,
  days,
  from,
  to,
}: Departure): { readonly send_at?: { readonly local: string; readonly timezone: string }; readonly window?: SendingWindow } => ({
  ...(when === "at" && { send_at: { local, timezone } }),
  ...(when === "window" && { window: { days: [...days], from, to, timezone } }),
});

interface DepartureProps {
  readonly of: Departure;
  readonly onChange: (departure: Departure) => void;
  readonly errors: Readonly<Record<string, string>>;
}

const Hours = ({ of, onChange, errors }: DepartureProps) => (
  <>
    <fieldset class="days">
      <legend>{t("Days")}</legend>
      {days.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={of.days.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...of, days: days.filter((one) => (one === day ? checked : of.days.includes(one))) })
            }
          />
          {t(dayNames[day])}
        </label>
      ))}
      {errors["window.days"] !== undefined && <small class="error">{errors["window.days"]}</small>}
    </fieldset>
    <Field
      label="From"
      type="time"
      value={of.from}
      error={errors["window.from"]}
      onInput={({ currentTarget }) => onChange({ ...of, from: currentTarget.value })}
    />
    <Field
      label="Until"
      type="time"
      value={of.to}
      error={errors["window.to"]}
      onInput={({ currentTarget }) => onChange({ ...of, to: currentTarget.value })}
    />
  </>
);

/** Chooses when an email leaves: now, at a time, or within hours of the week. */
export const DepartureFields = ({ of, onChange, errors }: DepartureProps) => (
  <div class="departure">
    <Select
      label="Leaves"
      value={of.when}
      options={[
        ["now", t("Now")],
        ["at", t("At a time")],
        ["window", t("Within sending hours")],
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ ...of, when: value as Departure["when"] })}
    />
    {of.when === "at" && (
      <Field
        label="Date and time"
        type="datetime-local"
        required
        value={of.local}
        error={errors["send_at.local"] ?? errors["send_at"]}
        onInput={({ currentTarget }) => onChange({ ...of, local: currentTarget.value })}
      />
    )}
    {of.when === "window" && <Hours of={of} onChange={onChange} errors={errors} />}
    {of.when !== "now" && (
      <Zone
        timezone={of.timezone}
        error={errors["send_at.timezone"] ?? errors["window.timezone"]}
        onTimezone={(timezone) => onChange({ ...of, timezone })}
      />
    )}
  </div>
);
