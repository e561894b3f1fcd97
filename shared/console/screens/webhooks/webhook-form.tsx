import { t } from "../../data/language.ts";
import { type EventType, eventTypes, type NewWebhook, type Webhook } from "../../../client/index.ts";
import { Badge, Button, Copy, Status } from "../../ui/controls.tsx";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";

/** Whether a webhook gets events: active, failing, disabled, or not verified by a test yet. */
export const WebhookState = ({ of: { status, verified_at, failing_since } }: { readonly of: Webhook }) => {
  if (status === "disabled") return failing_since === undefined ? <Status of={status} /> : <Badge tone="bad">{t("failed")}</Badge>;
  if (failing_since !== undefined) return <Badge tone="bad">{t("failing")}</Badge>;
  return verified_at === undefined ? <Badge tone="warn">{t("not tested")}</Badge> : <Status of={status} />;
};

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

/** Shows a webhook's signing secret, which the service shows only once. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: string | undefined; readonly onClose: () => void }) => (
  <Dialog title="The signing secret" isOpen={secret !== undefined} onClose={onClose}>
    <p>{t("Your program checks with it that a request comes from here. It is shown only now.")}</p>
    <p class="secret">
      <code>{secret}</code> <Copy text={secret ?? ""} />
    </p>
    <p class="soft">{t("Then test the webhook: events wait until its address has answered a test.")}</p>
    <footer>
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </footer>
  </Dialog>
);
