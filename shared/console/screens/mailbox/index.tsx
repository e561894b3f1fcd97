import { useRoute } from "preact-iso";
import type { AttentionItem, Mailbox as MailboxRecord } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Loaded, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { Actions } from "../mailboxes/actions.tsx";
import { State } from "../mailboxes/state.tsx";
import { Audit } from "./audit.tsx";
import { Capacity } from "./capacity.tsx";
import { Dns } from "./dns.tsx";
import { Errors } from "./errors.tsx";
import { Facts } from "./facts.tsx";
import { Settings } from "./settings.tsx";

const Need = ({ item: { severity, since, reason, action } }: { readonly item: AttentionItem }) => (
  <div class={`need ${severity}`} role="alert">
    <p class="words">{reason}</p>
    <p>
      {action}{" "}
      <span class="soft">
        Since <Time of={since} as="full" />.
      </span>
    </p>
  </div>
);

/** What of this mailbox needs a person, and what to do. */
const Needs = ({ id }: { readonly id: string }) => {
  const { data } = useRecord(["attention"], () => client.attention.list());
  return (
    <>
      {data?.attention
        .filter(({ subject }) => subject.type === "mailbox" && subject.id === id)
        .map((item) => (
          <Need key={item.kind} item={item} />
        ))}
    </>
  );
};

const Shown = ({ mailbox }: { readonly mailbox: MailboxRecord }) => (
  <Page
    title={mailbox.email}
    above={["/console/mailboxes", "Mailboxes"]}
    about={
      <>
        <State of={mailbox} /> since <Time of={mailbox.status_since} as="full" />
        {mailbox.display_name !== "" && ` · ${mailbox.display_name}`}
      </>
    }
    actions={
      <>
        <LinkButton href={`/console/inbox?mailbox=${mailbox.id}`}>Inbox</LinkButton>
        <LinkButton href={`/console/sends?mailbox=${mailbox.id}`}>Sends</LinkButton>
        {may("admin") && <Actions mailbox={mailbox} />}
      </>
    }
  >
    <Needs id={mailbox.id} />
    <div class="mailbox-parts">
      <div class="stack">
        <Capacity id={mailbox.id} />
        <Dns mailbox={mailbox} />
        <Audit mailbox={mailbox} />
      </div>
      <div class="stack">
        <Facts mailbox={mailbox} />
        <Errors mailbox={mailbox} />
        <Settings key={mailbox.id} mailbox={mailbox} />
      </div>
    </div>
  </Page>
);

/** The screen of one mailbox: what it may send, whether it works, and how it is set. */
const Mailbox = () => {
  const id = useRoute().params["id"] ?? "";
  const record = useRecord(["mailboxes", id], () => client.mailboxes.get(id));
  if (record.data === undefined)
    return (
      <Page title="Mailbox" above={["/console/mailboxes", "Mailboxes"]}>
        <Loaded from={record}>{() => null}</Loaded>
      </Page>
    );
  return <Shown key={id} mailbox={record.data} />;
};

export default Mailbox;
