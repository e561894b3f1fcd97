import { mixed, worded } from "../../data/language.ts";
import { useState } from "preact/hooks";
import type { CreatedConnectLink, Mailbox, NewConnectLink, Provider } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useRecord, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useProviders } from "../../data/mailboxes.ts";
import { AccessSelect, type AskedAccess, canAsk, OAuthClientSelect, reachFor, useOAuthClients } from "../mailboxes/connection.tsx";

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
export const NewLink = ({
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
