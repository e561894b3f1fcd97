import type { AttentionItem, Mailbox as MailboxRecord } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useProvider } from "../../data/mailboxes.ts";
import { useRecord } from "../../data/queries.ts";
import { Loaded, Panel, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { State, troublesOf } from "../mailboxes/condition.tsx";
import type { ComponentChildren } from "preact";
import { Copy, LinkButton, ProviderIcon } from "../../ui/controls.tsx";
import { useRoute } from "preact-iso";
import { may } from "../../data/session.ts";
import { Actions } from "../mailboxes/actions.tsx";
import { Audit } from "./audit.tsx";
import { Capacity } from "./capacity.tsx";
import { Dns } from "./dns.tsx";
import { Settings } from "./settings.tsx";

/** How many failed sends are shown. */
const FAILED = 5;

const readFailed = async (id: string) => {
  for await (const page of client.sends.list({ mailbox_id: id, status: "failed", limit: FAILED }).pages()) return page;
  return [];
};

/** What its servers said when something did not work, in their own words. */
const Errors = ({ mailbox }: { readonly mailbox: MailboxRecord }) => {
  const failed = useRecord(["sends", "failed-of", mailbox.id], () => readFailed(mailbox.id));
  const troubles = troublesOf(mailbox);
  return (
    <Panel title="Recent errors">
      {troubles.length > 0 && (
        <ul class="said">
          {troubles.map(([part, words]) => (
            <li key={part}>
              <span class="soft">{t(part)}</span>
              <span class="words mono">{words}</span>
            </li>
          ))}
        </ul>
      )}
      <Loaded from={failed}>
        {(sends) => (
          <>
            {troubles.length === 0 && sends.length === 0 && <p class="soft">{t("None.")}</p>}
            {sends.length > 0 && (
              <ul class="said">
                {sends.map(({ id, to_email, last_error, created_at }) => (
                  <li key={id}>
                    <span class="soft">
                      {mixed("{time} to {whom}", {
                        time: <Time of={created_at} as="full" />,
                        whom: <a href={`/console/sends/${id}`}>{to_email}</a>,
                      })}
                    </span>
                    <span class="words mono">{last_error}</span>
                  </li>
                ))}
              </ul>
            )}
            {sends.length === FAILED && <a href={`/console/sends?mailbox=${mailbox.id}&status=failed`}>{t("All that failed")}</a>}
          </>
        )}
      </Loaded>
    </Panel>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{t(name)}</dt>
    <dd>{children}</dd>
  </>
);

const Access = ({ mailbox }: { readonly mailbox: MailboxRecord }) => {
  const provider = useProvider(mailbox);
  if (!provider) return <>{mailbox.type}</>;
  const { login, name } = provider;
  const words = {
    password: t("With a password"),
    oauth: t("{provider}, by consent", { provider: name }),
    none: t("Test world, without a server"),
  };
  return (
    <>
      <ProviderIcon of={provider} /> {words[login]}
    </>
  );
};

/** Its servers and times. */
const Facts = ({ mailbox }: { readonly mailbox: MailboxRecord }) => (
  <Panel title="Details">
    <dl class="facts">
      <Fact name="Access">
        <Access mailbox={mailbox} />
      </Fact>
      {mailbox.smtp_host !== "" && (
        <Fact name="SMTP">
          {mailbox.smtp_host}:{mailbox.smtp_port} <span class="soft">{t("as {name}", { name: mailbox.smtp_username })}</span>
        </Fact>
      )}
      {mailbox.imap_host !== "" && (
        <Fact name="IMAP">
          {mailbox.imap_host}:{mailbox.imap_port} <span class="soft">{t("as {name}", { name: mailbox.imap_username })}</span>
        </Fact>
      )}
      {mailbox.aliases.length > 0 && <Fact name="Also">{mailbox.aliases.join(", ")}</Fact>}
      <Fact name="Inbox">
        {mailbox.inbox_sync_enabled ? (
          <>
            {mailbox.inbox_last_sync_at === undefined
              ? mixed("not read yet, mail since {since}", { since: <Time of={mailbox.inbox_sync_from} /> })
              : mixed("read {time}, mail since {since}", {
                  time: <Time of={mailbox.inbox_last_sync_at} as="ago" />,
                  since: <Time of={mailbox.inbox_sync_from} />,
                })}
          </>
        ) : (
          t("not read")
        )}
      </Fact>
      <Fact name="Connected">
        <Time of={mailbox.created_at} as="full" />
      </Fact>
      <Fact name="Id">
        <span class="mono">{mailbox.id}</span> <Copy text={mailbox.id} />
      </Fact>
    </dl>
  </Panel>
);

const Need = ({ item: { severity, since, reason, action } }: { readonly item: AttentionItem }) => (
  <div class={`need ${severity}`} role="alert">
    <p class="words">{reason}</p>
    <p>
      {action} <span class="soft">{mixed("Since {time}.", { time: <Time of={since} as="full" /> })}</span>
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
        <State of={mailbox} /> {mixed("since {time}", { time: <Time of={mailbox.status_since} as="full" /> })}
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
      <Page title={t("Mailbox")} above={["/console/mailboxes", "Mailboxes"]}>
        <Loaded from={record}>{() => null}</Loaded>
      </Page>
    );
  return <Shown key={id} mailbox={record.data} />;
};

export default Mailbox;
