import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ConnectLink } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction, useList } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Badge, type Tone, Button } from "../../ui/controls.tsx";
import { Empty, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { NewLink } from "./new-link.tsx";

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
