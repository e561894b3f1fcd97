import { useId, useRef, useState } from "preact/hooks";
import type { DiscoveredMailbox, Mailbox } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { session } from "../../data/session.ts";
import { useProviders } from "../../data/mailboxes.ts";
import { Button, ProviderIcon } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Loaded, Loading } from "../../ui/page.tsx";
import {
  AccessSelect,
  type AskedAccess,
  canAsk,
  connectBody,
  type Draft,
  draftOf,
  foundServers,
  foundWords,
  OAuthClientSelect,
  presetsAt,
  serverFields,
  updateBody,
  useOAuthClients,
} from "./connection.tsx";
import { askConsent, type ConsentType, returnsTo } from "./consent.ts";

interface FormProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft> | ((old: Draft) => Partial<Draft>)) => void;
  readonly errors: Readonly<Record<string, string>>;
}

const useFields =
  ({ draft, change, errors }: FormProps) =>
  (name: keyof Draft, field: string = name) => ({
    value: draft[name],
    error: errors[field],
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => change({ [name]: currentTarget.value }),
  });

const Servers = (props: FormProps & { readonly isOpen: boolean }) => {
  const field = useFields(props);
  const { draft, change, errors, isOpen } = props;
  return (
    <details open={isOpen}>
      <summary>{t("Servers")}</summary>
      <div class="servers">
        <Field label="SMTP server" placeholder="smtp.example.com" {...field("smtp_host")} />
        <Field label="SMTP port" inputMode="numeric" placeholder="587" {...field("smtp_port")} />
        <Select
          label="Encryption"
          value={draft.smtp_secure}
          error={errors["smtp_secure"]}
          options={[
            ["", t("By the port")],
            ["tls", "TLS"],
            ["starttls", "STARTTLS"],
          ]}
          onChange={({ currentTarget }) => change({ smtp_secure: currentTarget.value })}
        />
        <Field label="SMTP login name" autoComplete="off" placeholder="The address" {...field("smtp_username")} />
        <Field label="IMAP server" placeholder="None: it only sends" {...field("imap_host")} />
        <Field label="IMAP port" inputMode="numeric" placeholder="993" {...field("imap_port")} />
        <Field label="IMAP login name" autoComplete="off" placeholder="As at SMTP" {...field("imap_username")} />
        <Field label="IMAP password" type="password" autoComplete="new-password" placeholder="As at SMTP" {...field("imap_password")} />
      </div>
    </details>
  );
};

const Presets = ({ change }: Pick<FormProps, "change">) => {
  const presets = presetsAt(location.hostname, useProviders().data ?? []);
  const [name, setName] = useState("");
  return (
    <Select
      label="Provider"
      value={name}
      hint={presets.find((one) => one.name === name)?.hint}
      options={[["", t("By the address, or its servers below")], ...presets.map((one) => [one.name, t(one.name)] as const)]}
      onChange={({ currentTarget }) => {
        setName(currentTarget.value);
        const servers = presets.find((one) => one.name === currentTarget.value)?.servers;
        if (servers) change(servers);
      }}
    />
  );
};

/** Goes to a provider's consent page. */
const Consent = ({ mailbox }: { readonly mailbox?: Mailbox | undefined }) => {
  const [chosen, setChosen] = useState(mailbox?.oauth_client_id ?? "");
  const clients = useOAuthClients().filter(({ provider }) => mailbox === undefined || mailbox.type === provider);
  const only = clients.find(({ id }) => id === chosen)?.provider ?? mailbox?.type;
  // Reached over an HTTP interface, a mailbox keeps that, and as much of it as before.
  const [wanted, setWanted] = useState<AskedAccess>(mailbox?.access ?? "");
  const providers = useProviders();
  const possible = (providers.data ?? []).filter(({ type, login }) => login === "oauth" && (only === undefined || only === type));
  const access = possible.some((provider) => canAsk(provider, wanted)) ? wanted : "";
  const asking = useAction((provider: ConsentType) => askConsent(provider, mailbox, { oauthClient: chosen, access }), { showsError: true });
  return (
    <div class="stack">
      <OAuthClientSelect clients={clients} value={chosen} onChoice={setChosen} />
      <AccessSelect providers={possible} value={access} onChoice={setWanted} />
      <div class="row">
        <Loaded from={providers}>
          {() =>
            possible
              .filter((provider) => canAsk(provider, access))
              .map((provider) => (
                <Button key={provider.type} isBusy={asking.isRunning} onClick={() => asking.run(provider.type as ConsentType)}>
                  <ProviderIcon of={provider} />{" "}
                  {mailbox ? t("Sign in at {name} again", { name: provider.name }) : t("Sign in with {name}", { name: provider.name })}
                </Button>
              ))
          }
        </Loaded>
      </div>
      {asking.error !== null && (
        <p class="error" role="alert">
          {wordsOf(asking.error)}
        </p>
      )}
      <small class="soft broken">
        {mixed("You come back to {address}, which has to be among the redirect addresses of the application there.", {
          address: <span class="mono">{returnsTo()}</span>,
        })}
      </small>
    </div>
  );
};

/** Discovers the servers of an address once it is complete, and fills in the server fields that are empty. */
const useDiscovery = (change: FormProps["change"]) => {
  const asked = useRef("");
  const [found, setFound] = useState<DiscoveredMailbox>();
  const looking = useAction((email: string) => client.mailboxes.discover({ email }), {
    showsError: true,
    onDone: (answer) => {
      // An answer about an address that was changed meanwhile is ignored.
      if (answer.email.toLowerCase() !== asked.current.toLowerCase()) return;
      setFound(answer);
      change((old) => (old.smtp_host === "" ? foundServers(answer) : {}));
    },
  });
  const look = (address: string): void => {
    const email = address.trim();
    // A test world has no servers to discover.
    if (email === asked.current || !/^\S+@\S+\.\S+$/.test(email) || session.value?.mode === "test") return;
    asked.current = email;
    setFound(undefined);
    looking.run(email);
  };
  return { look, found, isLooking: looking.isRunning };
};

const Found = ({ found, isLooking }: { readonly found: DiscoveredMailbox | undefined; readonly isLooking: boolean }) => {
  const { data: providers = [] } = useProviders();
  if (isLooking) return <Loading what="Looking for its servers" />;
  if (!found) return null;
  const isUnknown = found.login !== "oauth" && !found.smtp;
  return (
    <p class={isUnknown ? "note" : "note calm"} role="status">
      {foundWords(found, providers)}{" "}
      {found.app_password_url !== "" && (
        <a href={found.app_password_url} target="_blank" rel="noopener noreferrer">
          {t("Make one")}
        </a>
      )}
      {isUnknown && <a href="/console/connect-links">{t("Make a link")}</a>}
    </p>
  );
};

const PasswordForm = ({
  id,
  mailbox,
  draft,
  change,
  error,
  onSubmit,
}: Omit<FormProps, "errors"> & {
  readonly id: string;
  readonly mailbox?: Mailbox | undefined;
  readonly error: unknown;
  readonly onSubmit: () => void;
}) => {
  const errors = fieldsOf(error);
  const props = { draft, change, errors };
  const field = useFields(props);
  const { look, found, isLooking } = useDiscovery(change);
  const shown = ["email", "display_name", ...serverFields, "smtp_password"];
  const isElsewhere = error !== null && !Object.keys(errors).some((name) => shown.includes(name));
  return (
    <form
      id={id}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {mailbox === undefined && (
        <div class="columns">
          <Field
            label="Address"
            type="email"
            autoComplete="off"
            placeholder="sales@example.com"
            {...field("email")}
            onBlur={({ currentTarget }) => look(currentTarget.value)}
          />
          <Field label="Name in From" autoComplete="off" placeholder="Jane Miller" {...field("display_name")} />
        </div>
      )}
      {mailbox === undefined && <Found found={found} isLooking={isLooking} />}
      {mailbox === undefined && <Presets change={change} />}
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="Stored encrypted; nobody can read it here."
        {...field("password", "smtp_password")}
      />
      <Servers {...props} isOpen={draft.smtp_host === "" || mailbox !== undefined || serverFields.some((name) => name in errors)} />
      {isElsewhere && (
        <p class="error" role="alert">
          {wordsOf(error)}
        </p>
      )}
    </form>
  );
};

/** Connects a mailbox, or gives it new credentials; its servers are tested before anything is saved. */
export const ConnectDialog = ({
  mailbox,
  isOpen,
  onClose,
  onDone,
}: {
  /** The mailbox to connect again; absent for a new one. */
  readonly mailbox?: Mailbox;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone?: (mailbox: Mailbox) => void;
}) => {
  const id = useId();
  const [draft, setDraft] = useState<Draft>(() => draftOf(mailbox));
  const saving = useAction(
    () =>
      mailbox === undefined || mailbox.status === "disconnected"
        ? client.mailboxes.connect(connectBody(draft))
        : client.mailboxes.update(mailbox.id, updateBody(draft, mailbox)),
    {
      done: ({ email }) => t("{email} is connected", { email }),
      changes: [["mailboxes"], ["attention"]],
      showsError: true,
      onDone: (connected) => {
        close();
        onDone?.(connected);
      },
    },
  );
  const close = (): void => {
    setDraft(draftOf(mailbox));
    saving.reset();
    onClose();
  };
  const isByPassword = mailbox === undefined || mailbox.smtp_host !== "";
  const isUnchanged = mailbox !== undefined && mailbox.status !== "disconnected" && Object.keys(updateBody(draft, mailbox)).length === 0;
  return (
    <Dialog
      title={mailbox ? t("Reconnect {email}", { email: mailbox.email }) : "Connect a mailbox"}
      isOpen={isOpen}
      onClose={close}
      isWide
      actions={
        isByPassword ? (
          <Button kind="primary" type="submit" form={id} isBusy={saving.isRunning} disabled={isUnchanged}>
            {saving.isRunning ? "Trying its servers…" : mailbox ? "Reconnect" : "Connect"}
          </Button>
        ) : (
          ""
        )
      }
    >
      {(mailbox === undefined || !isByPassword) && <Consent mailbox={mailbox} />}
      {isByPassword && (
        <PasswordForm
          id={id}
          mailbox={mailbox}
          draft={draft}
          change={(changes) => setDraft((old) => ({ ...old, ...(typeof changes === "function" ? changes(old) : changes) }))}
          error={saving.error}
          onSubmit={() => saving.run()}
        />
      )}
    </Dialog>
  );
};
