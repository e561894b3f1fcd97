import { mixed, t, worded } from "../../data/language.ts";
import { useState } from "preact/hooks";
import type { ConnectLink, CreatedConnectLink, Mailbox, NewConnectLink, Provider } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useList, useRecord, wordsOf } from "../../data/queries.ts";
import { Badge, Button, type Tone } from "../../ui/controls.tsx";
import { Field, Select, ShownOnce } from "../../ui/field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useMailboxes, useProviders } from "../../data/mailboxes.ts";
import { AccessSelect, type AskedAccess, canAsk, OAuthClientSelect, reachFor, useOAuthClients } from "../mailboxes/connection.tsx";
import { useLocation } from "preact-iso";
import { may } from "../../data/session.ts";
import { type Column, Table } from "../../ui/table.tsx";

const FORM = "new-link";
/** The fields at which their errors are shown. */
const atFields = ["email", "tenant", "redirect_uri", "connect_redirect_uris"];
const HOUR_SECONDS = 3_600;
const lives = [
  [String(24 * HOUR_SECONDS), "A day"],
  [String(HOUR_SECONDS), "An hour"],
  [String(3 * 24 * HOUR_SECONDS), "Three days"],
  [String(7 * 24 * HOUR_SECONDS), "A week"],
] as const;

const inputOf = (form: HTMLFormElement, mailbox: Mailbox | undefined, providers: readonly Provider[]): NewConnectLink => {
  const given = new FormData(form);
  const text = (name: string): string => ((given.get(name) as string | null) ?? "").trim();
  const [email, tenant, oauthClient] = [text("email"), text("tenant"), text("oauth_client_id")];
  const access = text("access") as AskedAccess;
  // A mailbox elsewhere would be read: where less is asked for, only those are connected that can give less.
  const types = access === "send" || access === "read_send" ? providers.filter((one) => canAsk(one, access)).map(({ type }) => type) : [];
  return {
    redirect_uri: text("redirect_uri"),
    expires_in: Number(text("expires_in")),
    ...(mailbox && { mailbox_id: mailbox.id }),
    ...(!mailbox && email !== "" && { email }),
    ...(tenant !== "" && { tenant }),
    ...(oauthClient !== "" && { oauth_client_id: oauthClient }),
    ...reachFor(access),
    ...(!mailbox && types.length > 0 && { types: types as NewConnectLink["types"] }),
  };
};

/** Creates a link; first adds its page to the account's list when that lacks it. */
const make = async (input: NewConnectLink, known: readonly string[]): Promise<CreatedConnectLink> => {
  const { redirect_uri: page } = input;
  if (!known.includes(page)) await client.account.update({ connect_redirect_uris: [...known, page] });
  return client.connectLinks.create(input);
};

const Made = ({ link, onClose }: { readonly link: CreatedConnectLink; readonly onClose: () => void }) => (
  <ShownOnce value={link.url} copy="Copy address" onClose={onClose}>
    {mixed(
      "Give this address to the mailbox’s owner alone: whoever has it can use it. It works once, until {time}, and is shown only here.",
      {
        time: <Time of={link.expires_at} as="full" />,
      },
    )}
  </ShownOnce>
);

const Form = ({
  mailbox,
  known,
  onMade,
  onBusy,
}: {
  readonly mailbox: Mailbox | undefined;
  readonly known: readonly string[];
  readonly onMade: (link: CreatedConnectLink) => void;
  readonly onBusy: (isBusy: boolean) => void;
}) => {
  const making = useAction((input: NewConnectLink) => make(input, known).finally(() => onBusy(false)), {
    changes: [["connect-links"], ["account"]],
    showsError: true,
    onDone: onMade,
  });
  const clients = useOAuthClients();
  const [access, setAccess] = useState<AskedAccess>(mailbox?.access ?? "");
  const providers = (useProviders().data ?? []).filter(({ type, login }) => login === "oauth" && (!mailbox || mailbox.type === type));
  const errors = fieldsOf(making.error);
  const fieldOf = Object.keys(errors)[0]?.replace(/[.[].*/, "") ?? "";
  return (
    <form
      id={FORM}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onBusy(true);
        making.run(inputOf(event.currentTarget, mailbox, providers));
      }}
    >
      {mailbox ? (
        <p>{mixed("Its owner connects {email} again, and no other address.", { email: <b>{mailbox.email}</b> })}</p>
      ) : (
        <div class="columns">
          <Field label="Address" name="email" type="email" error={errors["email"]} hint="Suggested to the owner. May be empty." />
          <Field label="Tenant" name="tenant" maxLength={64} error={errors["tenant"]} hint="Whose mailbox it becomes. May be empty." />
        </div>
      )}
      <Field
        label="Leads back to"
        name="redirect_uri"
        type="url"
        required
        list="link-pages"
        placeholder="https://app.example.com/connected"
        defaultValue={known[0] ?? ""}
        error={errors["redirect_uri"] ?? (fieldOf === "connect_redirect_uris" ? Object.values(errors)[0] : undefined)}
        hint="The page of yours that shows when the mailbox is connected. A new one joins the account's list."
      />
      <datalist id="link-pages">
        {known.map((page) => (
          <option key={page} value={page} />
        ))}
      </datalist>
      {!mailbox && <OAuthClientSelect clients={clients} name="oauth_client_id" />}
      <AccessSelect providers={providers} name="access" value={access} onChoice={setAccess} />
      <Select label="Can be used for" name="expires_in" options={worded(lives)} />
      {making.error !== null && !atFields.includes(fieldOf) && (
        <p class="error" role="alert">
          {wordsOf(making.error)}
        </p>
      )}
    </form>
  );
};

/** A dialog that makes a link for a mailbox's owner, to connect it or, with `mailbox`, to connect it again. */
const NewLink = ({
  mailbox,
  isOpen,
  onClose,
}: {
  readonly mailbox: Mailbox | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) => {
  const account = useRecord(["account"], isOpen ? () => client.account.get() : undefined);
  const [link, setLink] = useState<CreatedConnectLink>();
  const [isBusy, setBusy] = useState(false);
  const close = (): void => {
    setLink(undefined);
    onClose();
  };
  if (link)
    return (
      <Dialog title="The link" isOpen={isOpen} onClose={close}>
        <Made link={link} onClose={close} />
      </Dialog>
    );
  return (
    <Dialog
      title="A link for a mailbox’s owner"
      isOpen={isOpen}
      onClose={close}
      isWide
      actions={
        <Button type="submit" form={FORM} kind="primary" isBusy={isBusy}>
          Make link
        </Button>
      }
    >
      <Loaded from={account}>
        {({ connect_redirect_uris: known }) => <Form mailbox={mailbox} known={known} onMade={setLink} onBusy={setBusy} />}
      </Loaded>
    </Dialog>
  );
};

const tones: Readonly<Record<ConnectLink["status"], Tone>> = { open: "info", completed: "good", expired: "quiet" };

const forWhom = ({ email, mailbox_id: id }: ConnectLink, emailOf: (id: string) => string): string =>
  email || emailOf(id) || t("whoever has it");

const columns = (emailOf: (id: string) => string, remove: (link: ConnectLink) => void): readonly Column<ConnectLink>[] => [
  {
    head: "For",
    cell: (link) =>
      link.status === "completed" ? <a href={`/console/mailboxes/${link.mailbox_id}`}>{forWhom(link, emailOf)}</a> : forWhom(link, emailOf),
  },
  { head: "State", cell: ({ status }) => <Badge tone={tones[status]}>{t(status)}</Badge>, width: 7 },
  { head: "Tenant", cell: ({ tenant }) => tenant, isMinor: true, width: 8 },
  { head: "Last failed try", cell: ({ last_error }) => <span title={last_error}>{last_error}</span>, isMinor: true },
  { head: "Made", cell: ({ created_at }) => <Time of={created_at} as="ago" />, isMinor: true, width: 6.5 },
  {
    head: "Ends",
    cell: ({ status, expires_at }) => (status === "open" ? <Time of={expires_at} as="ago" /> : ""),
    width: 6,
    isMinor: true,
  },
  {
    head: "",
    width: 6.5,
    isNumber: true,
    cell: (link) => (
      <button
        type="button"
        class="button quiet small"
        aria-label={t("Delete the link for {whom}", { whom: forWhom(link, emailOf) })}
        onClick={() => remove(link)}
      >
        {t("Delete")}
      </button>
    ),
  },
];

/** The links by which mailboxes' owners connect them; `?mailbox=` makes one to connect that one again. */
const Links = () => {
  const { query, route } = useLocation();
  const { mailbox: asked = "" } = query;
  const mailboxes = useMailboxes() ?? [];
  const emailOf = (id: string): string => mailboxes.find((mailbox) => mailbox.id === id)?.email ?? "";
  const mailbox = mailboxes.find(({ id }) => id === asked);
  const [isNew, setNew] = useState(false);
  const list = useList(
    ["connect-links"],
    () => client.connectLinks.list({ limit: 100 }),
    (page) => page.connect_links,
  );
  const remove = useAction(({ id }: ConnectLink) => client.connectLinks.delete(id), {
    done: "Deleted: it does not work any more",
    changes: [["connect-links"]],
  });
  const close = (): void => {
    setNew(false);
    if (asked !== "") route("/console/connect-links", true);
  };
  const add = (
    <Button kind="primary" onClick={() => setNew(true)}>
      New link
    </Button>
  );
  return (
    <Page
      title={t("Links for owners")}
      about={t("A mailbox's owner opens such a link in the browser and connects the mailbox there; no password passes through you.")}
      above={["/console/mailboxes", "Mailboxes"]}
      actions={list.rows.length > 0 && add}
    >
      <Table
        label="Links for owners"
        columns={columns(emailOf, remove.run)}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No link yet" action={add}>
            Make one, and give its address to the owner of the mailbox.
          </Empty>
        }
      />
      <NewLink mailbox={mailbox} isOpen={isNew || mailbox !== undefined} onClose={close} />
    </Page>
  );
};

/** The screen "Links for owners". */
const ConnectLinks = () =>
  may("admin") ? (
    <Links />
  ) : (
    <Page title={t("Links for owners")} above={["/console/mailboxes", "Mailboxes"]}>
      <Empty title="Only an administrator sees this">Your session is of an API key without the scope admin.</Empty>
    </Page>
  );

export default ConnectLinks;
