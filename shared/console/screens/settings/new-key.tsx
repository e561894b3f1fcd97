import { useState } from "preact/hooks";
import type { CreateApiKey, Mailbox } from "../../../client/index.ts";
import { t, worded } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { may, type Scope } from "../../data/session.ts";
import { Checkbox, Field, Select, ShownOnce } from "../../ui/field.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";

/** What a key may do, in a word. */
export const scopeNames: Readonly<Record<Scope, string>> = { read: "Read", send: "Send", admin: "Administer", draft: "Draft" };

const scopes: readonly (readonly [Scope, string])[] = [
  ["read", "Sees mail, sends and settings. Alone it makes a read-only console."],
  ["send", "Sends email and answers it."],
  ["admin", "Connects mailboxes, makes keys and webhooks."],
  ["draft", "Writes email that waits for your approval. Alone or with Read."],
];

/** The fields at which their errors are shown. */
const atFields = ["name", "tenant", "mailbox_ids", "expires_at"];

/** What a key may be for. */
const bounds = [
  ["", "Everything of the account"],
  ["tenant", "The mailboxes of one tenant"],
  ["mailboxes", "Some mailboxes"],
  ["test", "The test world"],
] as const;

const textIn = (given: FormData, name: string): string => ((given.get(name) as string | null) ?? "").trim();

/** What the form's `Bounds` say. */
export const boundsIn = (given: FormData): Pick<CreateApiKey, "tenant" | "mode" | "mailbox_ids" | "expires_at"> => {
  const [bound, ends] = [textIn(given, "bound"), textIn(given, "expires_at")];
  return {
    ...(bound === "tenant" && { tenant: textIn(given, "tenant") }),
    ...(bound === "test" && { mode: "test" }),
    ...(bound === "mailboxes" && { mailbox_ids: given.getAll("mailbox_ids") as string[] }),
    ...(ends !== "" && { expires_at: new Date(`${ends}T00:00`).toISOString() }),
  };
};

const inputOf = (form: HTMLFormElement): CreateApiKey => {
  const given = new FormData(form);
  return {
    name: textIn(given, "name"),
    scopes: scopes.flatMap(([scope]) => (given.has(scope) ? [scope] : [])),
    ...boundsIn(given),
  };
};

interface BoundsProps {
  readonly mailboxes: readonly Mailbox[];
  readonly errors: Readonly<Record<string, string>>;
  /** What the first question is called. */
  readonly label?: string;
  /** The day on which it ends unless another one is chosen, where it must end. */
  readonly endsOn?: string;
}

/** What a key sees, and when it ends. */
export const Bounds = ({ mailboxes, errors, label = "It is for", endsOn }: BoundsProps) => {
  const [bound, setBound] = useState("");
  return (
    <>
      <Select
        label={label}
        name="bound"
        value={bound}
        options={worded(bounds)}
        onChange={({ currentTarget }) => setBound(currentTarget.value)}
      />
      {bound === "tenant" && (
        <Field
          label="Tenant"
          name="tenant"
          maxLength={64}
          required
          error={errors["tenant"]}
          hint="Your name for this customer, as its mailboxes have it. Everything else does not exist for the key."
        />
      )}
      {bound === "mailboxes" && (
        <Select
          label="Mailboxes"
          name="mailbox_ids"
          multiple
          size={6}
          required
          error={errors["mailbox_ids"]}
          hint="Up to 100. Everything else does not exist for the key."
          options={mailboxes.map(({ id, email }) => [id, email] as const)}
        />
      )}
      <Field
        label="Ends on"
        name="expires_at"
        type="date"
        required={endsOn !== undefined}
        defaultValue={endsOn}
        error={errors["expires_at"]}
        hint={
          endsOn === undefined
            ? "At the beginning of that day, in your time zone. Without a date it does not end."
            : "At the beginning of that day, in your time zone."
        }
      />
    </>
  );
};

/** A dialog that makes a key. */
export const NewKey = ({
  mailboxes,
  isOpen,
  onClose,
}: {
  readonly mailboxes: readonly Mailbox[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) => {
  const [token, setToken] = useState<string>();
  const make = useAction((input: CreateApiKey) => client.apiKeys.create(input), {
    changes: [["keys"]],
    showsError: true,
    onDone: (made) => setToken(made.token),
  });
  const errors = fieldsOf(make.error);
  const close = (): void => {
    setToken(undefined);
    make.reset();
    onClose();
  };
  if (token !== undefined)
    return (
      <Dialog title="The new key" isOpen={isOpen} onClose={close}>
        <ShownOnce value={token} copy="Copy key" onClose={close}>
          {t("Copy it now: it is shown only once.")}
        </ShownOnce>
      </Dialog>
    );
  return (
    <FormDialog
      title="New API key"
      isOpen={isOpen}
      onClose={close}
      action="Make key"
      isBusy={make.isRunning}
      onSubmit={(form) => make.run(inputOf(form))}
    >
      <Field label="Name" name="name" maxLength={100} placeholder="CRM" required error={errors["name"]} />
      <fieldset class="bare stack">
        <legend class="strong">{t("It may")}</legend>
        {scopes.map(([scope, hint]) => (
          <Checkbox
            key={scope}
            name={scope}
            label={scopeNames[scope]}
            hint={hint}
            defaultChecked={scope === "read"}
            disabled={!may(scope === "draft" ? "send" : scope)}
          />
        ))}
      </fieldset>
      <Bounds mailboxes={mailboxes} errors={errors} />
      {make.error && !atFields.some((field) => field in errors) && (
        <small class="error" role="alert">
          {errors["scopes"] ?? wordsOf(make.error)}
        </small>
      )}
    </FormDialog>
  );
};
