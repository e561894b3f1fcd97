import { useState } from "preact/hooks";
import type { NewOAuthClient, OAuthClient } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useProviders } from "../../data/mailboxes.ts";
import { fieldsOf, useAction, useRecord, wordsOf } from "../../data/queries.ts";
import { session } from "../../data/session.ts";
import { Button, Copy } from "../../ui/controls.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

const KEY = ["oauth-clients"];
const GUIDE = "/docs/connecting-google-and-outlook";

/** The redirect addresses that an application needs: this console's, and those of connect links. */
const returnsTo = (types: readonly string[]): readonly string[] => [
  `${location.origin}/console/mailboxes`,
  ...types.map((type) => `${location.origin}/connect/oauth/${type}/callback`),
];

const inputOf = (form: HTMLFormElement): NewOAuthClient => {
  const given = new FormData(form);
  const text = (name: string): string => ((given.get(name) as string | null) ?? "").trim();
  const further = (["tenant", "directory_id", "pubsub_topic"] as const).filter((name) => text(name) !== "");
  return {
    provider: text("provider") as NewOAuthClient["provider"],
    client_id: text("client_id"),
    client_secret: text("client_secret"),
    name: text("name"),
    ...Object.fromEntries(further.map((name) => [name, text(name)])),
  };
};

/** What an action's error says that is at none of the form's fields. */
const Elsewhere = ({ error, shown }: { readonly error: unknown; readonly shown: readonly string[] }) =>
  error === null || Object.keys(fieldsOf(error)).some((name) => shown.includes(name)) ? null : (
    <p class="error" role="alert">
      {wordsOf(error)}
    </p>
  );

const SecretField = ({ error }: { readonly error: string | undefined }) => (
  <Field
    label="Secret"
    name="client_secret"
    type="password"
    autoComplete="off"
    required
    error={error}
    hint="Stored encrypted; nobody can read it here."
  />
);

/** Adds an application: what the provider's own page shows of it. */
const NewClient = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const providers = (useProviders().data ?? []).filter(({ login }) => login === "oauth");
  const adding = useAction((input: NewOAuthClient) => client.oauthClients.create(input), {
    done: "Added",
    changes: [KEY],
    showsError: true,
    onDone: () => close(),
  });
  const close = (): void => {
    adding.reset();
    onClose();
  };
  const errors = fieldsOf(adding.error);
  const fields = ["provider", "client_id", "client_secret", "name", "tenant", "directory_id", "pubsub_topic"];
  const isFurther = fields.slice(4).some((name) => name in errors);
  return (
    <FormDialog
      title="An application of your own"
      isOpen={isOpen}
      onClose={close}
      isWide
      action="Add"
      isBusy={adding.isRunning}
      onSubmit={(form) => adding.run(inputOf(form))}
    >
      <p class="note calm">
        {mixed(
          "One that only your own company uses, such as an internal one of your Workspace, needs no review by the provider. {guide} shows every click.",
          {
            guide: (
              <a href={GUIDE} target="_blank" rel="noopener">
                {t("The guide")}
              </a>
            ),
          },
        )}
      </p>
      <div class="columns">
        <Select
          label="Registered at"
          name="provider"
          error={errors["provider"]}
          options={providers.map(({ type, name }) => [type, name] as const)}
        />
        <Field label="Name" name="name" maxLength={100} placeholder="CRM" required error={errors["name"]} hint="For you alone." />
      </div>
      <Field label="Client ID" name="client_id" autoComplete="off" required error={errors["client_id"]} />
      <SecretField error={errors["client_secret"]} />
      <div class="stack">
        <small class="soft">{t("Register these as its redirect addresses:")}</small>
        {returnsTo(providers.map(({ type }) => type)).map((address) => (
          <div key={address} class="row">
            <code class="key">{address}</code>
            <Copy text={address} label="Copy address" />
          </div>
        ))}
      </div>
      <details open={isFurther}>
        <summary>{t("Further settings")}</summary>
        <div class="stack">
          <Field
            label="Tenant"
            name="tenant"
            maxLength={64}
            error={errors["tenant"]}
            hint="Only this customer’s mailboxes use it. May be empty."
          />
          <Field
            label="Directory (tenant) ID"
            name="directory_id"
            error={errors["directory_id"]}
            hint="Microsoft alone: of an application for one organisation."
          />
          <Field
            label="Pub/Sub topic"
            name="pubsub_topic"
            placeholder="projects/…/topics/…"
            error={errors["pubsub_topic"]}
            hint="Google alone: where Gmail tells of new mail. Without one its mailboxes are polled."
          />
        </div>
      </details>
      <Elsewhere error={adding.error} shown={fields} />
    </FormDialog>
  );
};

/** Gives an application its new secret, which the provider has to accept first. */
const NewSecret = ({ of, onClose }: { readonly of: OAuthClient | undefined; readonly onClose: () => void }) => {
  const changing = useAction(
    ({ id, secret }: { readonly id: string; readonly secret: string }) => client.oauthClients.update(id, { client_secret: secret }),
    { done: "The new secret works", changes: [KEY, ["mailboxes"], ["attention"]], showsError: true, onDone: () => close() },
  );
  const close = (): void => {
    changing.reset();
    onClose();
  };
  return (
    <FormDialog
      title={t("New secret of “{name}”", { name: of?.name ?? "" })}
      isOpen={of !== undefined}
      onClose={close}
      action={changing.isRunning ? "Trying it…" : "Save"}
      isBusy={changing.isRunning}
      onSubmit={(form) => {
        const secret = new FormData(form).get("client_secret");
        if (of && typeof secret === "string") changing.run({ id: of.id, secret: secret.trim() });
      }}
    >
      <p>{t("It is tried with a mailbox first: one that the provider refuses is not saved.")}</p>
      <SecretField error={fieldsOf(changing.error)["client_secret"]} />
      <Elsewhere error={changing.error} shown={["client_secret"]} />
    </FormDialog>
  );
};

const Remove = ({ of, onClose }: { readonly of: OAuthClient | undefined; readonly onClose: () => void }) => {
  const removing = useAction((id: string) => client.oauthClients.delete(id), {
    done: "Deleted",
    changes: [KEY],
    showsError: true,
    onDone: () => close(),
  });
  const close = (): void => {
    removing.reset();
    onClose();
  };
  return (
    <Dialog
      title={t("Delete “{name}”?", { name: of?.name ?? "" })}
      isOpen={of !== undefined}
      onClose={close}
      actions={
        <Button kind="danger" isBusy={removing.isRunning} onClick={() => of && removing.run(of.id)}>
          Delete
        </Button>
      }
    >
      <p>{t("Nobody can be asked for consent to it any more. While mailboxes use it, it stays.")}</p>
      <Elsewhere error={removing.error} shown={[]} />
    </Dialog>
  );
};

const columns = (
  nameOf: (type: string) => string,
  act: { readonly rotate: (of: OAuthClient) => void; readonly remove: (of: OAuthClient) => void },
): readonly Column<OAuthClient>[] => [
  { head: "Name", cell: ({ name }) => <span class="strong">{name}</span> },
  { head: "Registered at", width: 7, isMinor: true, cell: ({ provider }) => nameOf(provider) },
  { head: "Client ID", isMinor: true, cell: ({ client_id }) => <code title={client_id}>{client_id}</code> },
  { head: "Tenant", width: 6, isMinor: true, cell: ({ tenant }) => tenant },
  { head: "Changed", width: 6.5, isMinor: true, cell: ({ updated_at }) => <Time of={updated_at} as="ago" /> },
  {
    head: "",
    width: 15,
    isNumber: true,
    cell: (of) => (
      <span class="row">
        <button type="button" class="button quiet small" aria-label={t("New secret of “{name}”", of)} onClick={() => act.rotate(of)}>
          {t("New secret")}
        </button>
        <button type="button" class="button quiet small" aria-label={t("Delete “{name}”", of)} onClick={() => act.remove(of)}>
          {t("Delete")}
        </button>
      </span>
    ),
  },
];

/** The account's own applications at providers, to which mailboxes' owners consent. */
export const OAuthClients = () => {
  const isWorld = session.value?.mode === "test";
  const clients = useRecord<readonly OAuthClient[]>(KEY, isWorld ? undefined : () => client.oauthClients.list());
  const { data: providers = [] } = useProviders();
  const [isNew, setNew] = useState(false);
  const [rotated, setRotated] = useState<OAuthClient>();
  const [removed, setRemoved] = useState<OAuthClient>();
  if (isWorld) return <Empty title="A test world has no applications">Its mailboxes have no server to which anybody consents.</Empty>;
  const nameOf = (type: string): string => providers.find((provider) => provider.type === type)?.name ?? type;
  return (
    <>
      <div class="row">
        <p class="soft grows">
          {t(
            "Mailboxes’ owners can consent to an application of your own in place of this service’s: its name, its review and its limits are yours.",
          )}
        </p>
        <Button kind="primary" onClick={() => setNew(true)}>
          Add an application
        </Button>
      </div>
      <Loaded from={clients}>
        {(rows) => (
          <Table
            label="OAuth clients"
            list={{ rows }}
            columns={columns(nameOf, { rotate: setRotated, remove: setRemoved })}
            keyOf={({ id }) => id}
            empty={<Empty title="No application of your own">Owners consent to this service’s.</Empty>}
          />
        )}
      </Loaded>
      <NewClient isOpen={isNew} onClose={() => setNew(false)} />
      <NewSecret of={rotated} onClose={() => setRotated(undefined)} />
      <Remove of={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
};
