import { type EventType, eventTypes, type NewWebhook, type Webhook } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";

interface FormProps<T> {
  readonly title: string;
  readonly isOpen: boolean;
  /** What is changed; absent for a new one. */
  readonly webhook?: Webhook;
  readonly save: (facts: NewWebhook) => Promise<T>;
  readonly onSaved: (answer: T) => void;
  readonly onClose: () => void;
}

const factsIn = (form: HTMLFormElement): NewWebhook => {
  const data = new FormData(form);
  const text = (name: string): string => (data.get(name) as string).trim();
  return { url: text("url"), description: text("description"), types: data.getAll("types") as EventType[] };
};

/** A dialog with a webhook's address, note and types of events. */
export const WebhookForm = <T,>({ title, isOpen, webhook, save, onSaved, onClose }: FormProps<T>) => {
  const saving = useAction(save, { showsError: true, changes: [["webhooks"], ["attention"]], onDone: onSaved });
  const errors = fieldsOf(saving.error);
  const close = (): void => {
    saving.reset();
    onClose();
  };
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      isWide
      action="Save"
      isBusy={saving.isRunning}
      onSubmit={(form) => saving.run(factsIn(form))}
    >
      <Field
        label="Address"
        name="url"
        type="url"
        placeholder="https://example.com/hooks/mail"
        required
        value={webhook?.url ?? ""}
        error={errors["url"]}
        hint="https, on a public address"
      />
      <Field label="Note" name="description" value={webhook?.description ?? ""} error={errors["description"]} />
      <fieldset>
        <legend>{t("Events (none ticked: all of them)")}</legend>
        <div class="type-boxes">
          {eventTypes.map((type) => (
            <Checkbox key={type} label={type} name="types" value={type} defaultChecked={webhook?.types.includes(type) ?? false} />
          ))}
        </div>
      </fieldset>
      {saving.error !== null && Object.keys(errors).length === 0 && (
        <p class="error" role="alert">
          {wordsOf(saving.error)}
        </p>
      )}
    </FormDialog>
  );
};
