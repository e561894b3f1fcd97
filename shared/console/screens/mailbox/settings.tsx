import { worded } from "../../data/language.ts";
import { useState } from "preact/hooks";
import type { Mailbox } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import { changesOf, errorAt, type Preferences, preferencesOf } from "./preferences.ts";

type Inputs = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const Fields = ({
  form,
  error,
  hasInbox,
  change,
}: {
  readonly form: Preferences;
  readonly error: unknown;
  readonly hasInbox: boolean;
  readonly change: (changes: Partial<Preferences>) => void;
}) => {
  const errors = fieldsOf(error);
  const field = (name: keyof Preferences, of: string = name) => ({
    value: form[name],
    error: errorAt(errors, of),
    onInput: ({ currentTarget }: { readonly currentTarget: Inputs }) => change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <Field label="Name in From" {...field("display_name")} />
      <Field label="Daily limit" inputMode="numeric" hint="Emails in any 24 hours; 0 pauses sending." {...field("max_daily_sends")} />
      <Field
        label="Seconds between two emails"
        hint="At least, such as 90; with two numbers, 60-180, each email’s is drawn; empty: none."
        {...field("min_gap")}
      />
      <Field label="Hourly limit" inputMode="numeric" hint="Emails in any 60 minutes; empty: none." {...field("max_hourly_sends")} />
      <Field
        label="Growing daily limit"
        placeholder="20, 5, 80"
        hint="For a new mailbox: the first day’s, how many more each day, the most; empty: none."
        {...field("ramp")}
      />
      <Select
        label="Sending days"
        options={worded([
          ["none", "At any time"],
          ["workdays", "Monday to Friday"],
          ["every", "Every day"],
          ...(form.workday === "these" ? ([["these", "On other days, as set over the API"]] as const) : []),
        ])}
        {...field("workday", "workday.days")}
      />
      {form.workday !== "none" && (
        <>
          <Field
            label="Between"
            placeholder="09:00-17:00"
            {...field("hours", errors["workday.from"] === undefined ? "workday.to" : "workday.from")}
          />
          <Field label="Time zone" {...field("timezone", "workday.timezone")} />
        </>
      )}
      <Field label="Further addresses" hint="Mail from them counts as sent by this mailbox." {...field("aliases")} />
      {hasInbox && (
        <>
          <Field
            label="Looks for new mail every"
            inputMode="numeric"
            placeholder="2"
            hint="Minutes, 1 to 60."
            {...field("sync_interval_minutes")}
          />
          <Field
            label="While quiet, at most every"
            inputMode="numeric"
            hint="Minutes, 2 to 15, after long without new mail; empty: never less often."
            {...field("max_poll_interval")}
          />
          <Select
            label="Folders besides the inbox"
            options={worded([
              ["none", "Only answers and bounces are kept"],
              ["all", "All mail is kept"],
              ["these", "All mail of these is kept"],
            ])}
            {...field("folders")}
          />
          {form.folders === "these" && (
            <TextArea label="Folders" rows={3} hint="One a line, as the proof above names them." {...field("names", "folders")} />
          )}
          <Select
            label="What is read, flagged or put into the trash"
            hint="At both: what was read here alone before is as unread as its server has it."
            options={worded([
              ["here", "Here alone; nothing goes to the trash"],
              ["both", "Here and at its server, the same at both"],
            ])}
            {...field("sync_changes")}
          />
        </>
      )}
    </>
  );
};

/** The settings that a person changes here; a session that may not change them sees none. */
export const Settings = ({ mailbox }: { readonly mailbox: Mailbox }) => {
  const [form, setForm] = useState<Preferences>();
  const shown = form ?? preferencesOf(mailbox);
  const changes = changesOf(shown, mailbox);
  const saving = useAction(() => client.mailboxes.update(mailbox.id, changes), {
    done: "Saved",
    changes: [["mailboxes"], ["capacity"], ["load"]],
    showsError: true,
    onDone: () => setForm(undefined),
  });
  if (!may("admin")) return null;
  return (
    <Panel title="Settings">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          saving.run();
        }}
      >
        <Fields
          form={shown}
          error={saving.error}
          hasInbox={mailbox.inbox_sync_enabled}
          change={(changed) => setForm({ ...shown, ...changed })}
        />
        {saving.error !== null && Object.keys(fieldsOf(saving.error)).length === 0 && (
          <p class="error" role="alert">
            {wordsOf(saving.error)}
          </p>
        )}
        <div class="row">
          <Button kind="primary" type="submit" isBusy={saving.isRunning} disabled={Object.keys(changes).length === 0}>
            Save
          </Button>
          {form !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                setForm(undefined);
                saving.reset();
              }}
            >
              Undo
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
};
