import { useState } from "preact/hooks";
import type { Member } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { session } from "../../data/session.ts";
import { Badge, Button, type Tone } from "../../ui/controls.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { count } from "../../ui/numbers.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { roles, Invite, Change, Remove, Again } from "./people-dialogs.tsx";
const states: Readonly<Record<Member["status"], readonly [string, Tone]>> = {
  active: ["active", "good"],
  invited: ["invited", "info"],
  expired: ["expired", "quiet"],
};

type Asked = { readonly what: "change" | "remove" | "again"; readonly member: Member } | { readonly what: "invite" };

const columns = (ask: (asked: Asked) => void, emailOf: (id: string) => string): readonly Column<Member>[] => [
  {
    head: "Name",
    cell: ({ name, email }) => (
      <>
        <span class="strong">{name}</span>
        {email !== "" && <small class="soft cut">{email}</small>}
      </>
    ),
  },
  { head: "Role", width: 8, cell: ({ role }) => t(roles[role]) },
  {
    head: "Mailboxes",
    isMinor: true,
    cell: ({ role, mailbox_ids: ids }) => (
      <span title={ids.map(emailOf).join(", ")}>
        {role === "admin" ? t("all") : ids.length === 1 ? emailOf(ids[0] ?? "") : count(ids.length, "mailbox", "mailboxes")}
      </span>
    ),
  },
  { head: "State", width: 7, isMinor: true, cell: ({ status }) => <Badge tone={states[status][1]}>{t(states[status][0])}</Badge> },
  {
    head: "",
    width: 11,
    isNumber: true,
    cell: (member) => (
      <>
        <button
          type="button"
          class="button quiet small"
          aria-label={t("Change {name}", { name: member.name })}
          onClick={() => ask({ what: "change", member })}
        >
          {t("Change")}
        </button>
        <button
          type="button"
          class="button quiet small"
          aria-label={t("Remove {name}", { name: member.name })}
          onClick={() => ask({ what: "remove", member })}
        >
          {t("Remove")}
        </button>
      </>
    ),
  },
];

/** The people who use the console, each with a sign-in of their own: inviting, changing and removing them. */
export const People = () => {
  const isWorld = session.value?.mode === "test";
  const members = useRecord<readonly Member[]>(["members"], isWorld ? undefined : () => client.members.list());
  const mailboxes = useMailboxes() ?? [];
  const emails = new Map(mailboxes.map(({ id, email }) => [id, email]));
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  if (isWorld) return <Empty title="The test world has no people">Sign in to the account itself to see them.</Empty>;
  return (
    <>
      <div class="row">
        <p class="soft grows">
          {t("Everybody here has a sign-in and rights of their own. The account’s owner is not listed, and cannot be removed.")}
        </p>
        <Button kind="primary" onClick={() => setAsked({ what: "invite" })}>
          Invite
        </Button>
      </div>
      <Loaded from={members}>
        {(rows) => (
          <Table
            label="People"
            list={{ rows }}
            columns={columns(setAsked, (id) => emails.get(id) ?? id)}
            keyOf={({ id }) => id}
            empty={<Empty title="Nobody else yet">Invite your colleagues by a link: each chooses an email and a password.</Empty>}
          />
        )}
      </Loaded>
      {asked?.what === "invite" && <Invite mailboxes={mailboxes} onClose={close} />}
      {asked?.what === "change" && (
        <Change
          member={asked.member}
          mailboxes={mailboxes}
          onClose={close}
          onForgotten={() => setAsked({ what: "again", member: asked.member })}
        />
      )}
      {asked?.what === "again" && <Again member={asked.member} onClose={close} />}
      {asked?.what === "remove" && <Remove member={asked.member} onClose={close} />}
    </>
  );
};
