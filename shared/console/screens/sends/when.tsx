import { Field } from "../../ui/field.tsx";

/** The reader's own time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface WhenProps {
  /** A local time such as `2026-12-01T09:00`. */
  readonly at: string;
  readonly timezone: string;
  readonly onAt: (at: string) => void;
  readonly onTimezone: (timezone: string) => void;
  readonly errors?: { readonly at?: string | undefined; readonly timezone?: string | undefined };
}

/** The field of a time zone. */
export const Zone = ({
  timezone,
  onTimezone,
  error,
}: {
  readonly timezone: string;
  readonly onTimezone: (zone: string) => void;
  readonly error?: string | undefined;
}) => (
  <>
    <Field label="Time zone" list="zones" value={timezone} error={error} onInput={({ currentTarget }) => onTimezone(currentTarget.value)} />
    <datalist id="zones">
      {Intl.supportedValuesOf("timeZone").map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  </>
);

/** A local time in a time zone. */
export const When = ({ at, timezone, onAt, onTimezone, errors = {} }: WhenProps) => (
  <div class="columns">
    <Field
      label="Leaves at"
      type="datetime-local"
      required
      value={at}
      error={errors.at}
      onInput={({ currentTarget }) => onAt(currentTarget.value)}
    />
    <Zone timezone={timezone} onTimezone={onTimezone} error={errors.timezone} />
  </div>
);
