import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { bytes } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import { When } from "../sends/when.tsx";
import { FILES_BYTES, fileOf, sizeOf, tooLarge } from "./files.ts";
import type { FormPart } from "./draft.ts";
import { Hours } from "./hours.tsx";

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
