import { useState } from "preact/hooks";
import { dayNames, t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { bytes } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import { When, Zone } from "../sends/when.tsx";
import { FILES_BYTES, fileOf, sizeOf, tooLarge } from "./files.ts";
import type { FormPart } from "./form.ts";

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const workdays = weekdays.slice(0, 5);

const Hours = ({ draft, change, errorAt, asksZone }: FormPart & { readonly asksZone: boolean }) => {
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

/** When it leaves. */
const Timing = (part: FormPart) => {
  const { draft, change, errorAt } = part;
  const [isLater, setLater] = useState(draft.at !== "");
  return (
    <Panel title="When">
      <div class="row" role="radiogroup" aria-label={t("When it leaves")}>
        {([false, true] as const).map((later) => (
          <label key={String(later)} class="row">
            <input
              type="radio"
              name="when"
              checked={isLater === later}
              onChange={() => {
                setLater(later);
                if (!later) change({ at: "" });
              }}
            />
            {t(later ? "At a time" : "Now")}
          </label>
        ))}
      </div>
      {isLater && (
        <When
          at={draft.at}
          timezone={draft.timezone}
          onAt={(at) => change({ at })}
          onTimezone={(timezone) => change({ timezone })}
          errors={{ at: errorAt(0, "send_at.local", "scheduled_at"), timezone: errorAt(0, "send_at.timezone") }}
        />
      )}
      <Hours {...part} asksZone={!isLater} />
    </Panel>
  );
};

const Files = ({ draft, change, errorAt }: FormPart) => {
  const [problem, setProblem] = useState<string>();
  const add = async (input: HTMLInputElement): Promise<void> => {
    const files = [...draft.files, ...(await Promise.all([...(input.files ?? [])].map(fileOf)))];
    input.value = "";
    const size = files.reduce((sum, file) => sum + sizeOf(file), 0);
    setProblem(tooLarge(size));
    if (size <= FILES_BYTES) change({ files });
  };
  return (
    <>
      <Field
        label="Files"
        type="file"
        multiple
        error={problem ?? errorAt(0, "attachments")}
        onChange={({ currentTarget }) => void add(currentTarget).catch((error: unknown) => setProblem(wordsOf(error)))}
      />
      {draft.files.map((file, index) =>
        // Pictures stand in the text.
        file.content_id === undefined ? (
          <div key={`${index} ${file.name}`} class="row">
            <span>
              {file.name} <span class="soft">{bytes(sizeOf(file))}</span>
            </span>
            <Button
              kind="quiet"
              aria-label={t("Remove {name}", { name: file.name })}
              onClick={() => change({ files: draft.files.filter((_, at) => at !== index) })}
            >
              Remove
            </Button>
          </div>
        ) : null,
      )}
    </>
  );
};

/** When it leaves, its files and its labels. */
export const Options = (part: FormPart) => {
  const { draft, change, errorAt } = part;
  return (
    <>
      <Timing {...part} />
      <Panel title="Files and labels">
        <Files {...part} />
        <div class="columns">
          <Field
            label="Tags"
            placeholder="vip, spring"
            value={draft.tags}
            error={errorAt(0, "tags")}
            hint="For finding it in the log; not part of the mail."
            onInput={({ currentTarget }) => change({ tags: currentTarget.value })}
          />
          <Field
            label="Metadata"
            placeholder="campaign=spring, contact=42"
            value={draft.metadata}
            error={errorAt(0, "metadata")}
            hint="Pairs that come back in events and webhooks."
            onInput={({ currentTarget }) => change({ metadata: currentTarget.value })}
          />
        </div>
        <Checkbox
          label="Add an unsubscribe link for mail programs"
          checked={draft.unsubscribe}
          onChange={({ currentTarget }) => change({ unsubscribe: currentTarget.checked })}
        />
        {errorAt(0, "unsubscribe") !== undefined && <small class="error">{errorAt(0, "unsubscribe")}</small>}
      </Panel>
    </>
  );
};
