import type { AttentionItem, AttentionList, MetricsList } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Badge, type Tone, LinkButton } from "../../ui/controls.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Loaded, Panel, Empty, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { latestEvents } from "../../data/live.ts";
import { aboutOf, hrefOf, toneOf } from "../events/about.ts";
import { Chart } from "../../ui/chart.tsx";
import { hoursOf, type Sums, todayOf, firstOf } from "./numbers.ts";
import { isBound, may } from "../../data/session.ts";

const tones: Readonly<Record<AttentionItem["severity"], Tone>> = { urgent: "bad", soon: "warn", note: "info" };

const screenOf = ({ kind, subject: { type, id } }: AttentionItem): string =>
  kind === "approval_waiting"
    ? "/console/approvals"
    : {
        mailbox: `/console/mailboxes/${id}`,
        webhook: `/console/webhooks/${id}`,
        send: `/console/sends/${id}`,
        wallet: "/console/settings",
      }[type];

/** What each kind of item is, in words. */
const kinds: Readonly<Record<AttentionItem["kind"], string>> = {
  wallet_low: "The balance is low",
  webhook_failing: "A webhook fails",
  mailbox_disconnected: "A mailbox is disconnected",
  mailbox_failing: "A mailbox has trouble",
  dns_broken: "DNS records are wrong",
  approval_waiting: "Emails wait for approval",
  answer_unclear: "An answer is unclear",
  send_unknown: "Whether an email left is unknown",
  audit_losses: "Mail of a mailbox is missing",
  hints_missing: "Nobody tells of new mail",
};

/** How many items show at first; the others stand behind a click. */
const AT_FIRST = 5;

const Item = ({ item }: { readonly item: AttentionItem }) => (
  <li>
    <p>
      <Badge tone={tones[item.severity]}>{t(item.severity)}</Badge> <a href={screenOf(item)}>{item.subject.name || t(item.subject.type)}</a>{" "}
      <span class="soft">{mixed("since {time}", { time: <Time of={item.since} as="full" /> })}</span>
    </p>
    <p class="strong">{t(kinds[item.kind])}</p>
    <p class="server">{item.reason}</p>
    <p class="soft">{item.action}</p>
  </li>
);

const Items = ({ list: { attention, more } }: { readonly list: AttentionList }) => {
  if (attention.length === 0) return <p class="soft">{t("Nothing needs you now.")}</p>;
  const others = attention.slice(AT_FIRST);
  return (
    <>
      <ul class="attention">
        {attention.slice(0, AT_FIRST).map((item) => (
          <Item key={`${item.kind} ${item.subject.id}`} item={item} />
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{count(others.length, "more item")}</summary>
          <ul class="attention">
            {others.map((item) => (
              <Item key={`${item.kind} ${item.subject.id}`} item={item} />
            ))}
          </ul>
        </details>
      )}
      {more.map((rest) => (
        <p key={rest.kind} class="soft">
          {t("and {items}: {kind}", { items: count(rest.count, "further item"), kind: t(kinds[rest.kind]) })}
        </p>
      ))}
    </>
  );
};

/** What needs a person, most urgent first. */
const Attention = () => (
  <Panel title="Needs you">
    <Loaded from={useRecord(["attention"], () => client.attention.list())}>{(list) => <Items list={list} />}</Loaded>
  </Panel>
);

/** How many events show. */
const SHOWN = 12;

/** The newest events, as they happen. */
const Feed = () => {
  const events = latestEvents.value.slice(0, SHOWN);
  return (
    <Panel title="As it happens" actions={<a href="/console/events">{t("All events")}</a>}>
      {events.length === 0 ? (
        <p class="soft">{t("Nothing has happened yet.")}</p>
      ) : (
        <ul class="feed">
          {events.map((event) => (
            <li key={event.id}>
              <span>
                <Badge tone={toneOf(event.type)}>{event.type}</Badge> <Time of={event.created_at} as="ago" />
              </span>
              <a href={hrefOf(event) ?? "/console/events"}>{aboutOf(event)}</a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};

/** How many hours the chart shows. */
const HOURS = 48;

const names: Readonly<Record<keyof Sums, string>> = {
  sent: "Sent",
  replied: "Answered",
  received: "Received",
  bounced: "Bounced",
  failed: "Failed",
  prevented: "Harm prevented",
};

const Tile = ({ name, now, before }: { readonly name: string; readonly now: number; readonly before: number }) => (
  <Panel>
    <p class="number-tile">
      <span class="soft">{t(name)}</span>
      <strong>{number(now)}</strong>
      <small class="soft">{t("a week ago: {n}", { n: number(before) })}</small>
    </p>
  </Panel>
);

/** Today's numbers beside those of the same hours a week ago, and the last two days by hour. */
const Today = ({ metrics: { metrics } }: { readonly metrics: MetricsList }) => {
  const now = new Date();
  const { today, before } = todayOf(metrics, now);
  const hours = hoursOf(metrics, now, HOURS);
  const values = (name: keyof Sums) => hours.map((hour) => hour[name]);
  return (
    <>
      <div class="tiles">
        {(Object.keys(names) as (keyof Sums)[]).map((name) => (
          <Tile key={name} name={names[name]} now={today[name]} before={before[name]} />
        ))}
      </div>
      <Panel title="The last two days, by hour" actions={<a href="/console/deliverability">{t("The last two weeks")}</a>}>
        <Chart
          label="Emails sent, answered and bounced by hour"
          times={hours.map(({ time }) => time)}
          series={[
            { name: "Sent", values: values("sent"), colour: "--chart-2", as: "bars" },
            { name: "Answered", values: values("replied"), colour: "--chart-1" },
            { name: "Bounced", values: values("bounced"), colour: "--chart-3" },
          ]}
        />
      </Panel>
    </>
  );
};

const Wallet = () => {
  const { data } = useRecord(["credits"], isBound() ? undefined : () => client.credits.get());
  return data === undefined ? null : <a href="/console/settings">{count(data.balance, "credit left", "credits left")}</a>;
};

const Welcome = () => {
  const { data } = useRecord(["mailboxes"], async () => await client.mailboxes.list());
  if (data?.length !== 0) return null;
  return (
    <Empty
      title="Connect a mailbox to begin"
      action={
        may("admin") && (
          <LinkButton kind="primary" href="/console/mailboxes">
            Connect a mailbox
          </LinkButton>
        )
      }
    >
      The service sends through it and reads its answers.
    </Empty>
  );
};

/** The rows of eight days by hour fit in one page. */
const PAGE = 200;

/** The screen "Home": what needs a person, today's numbers, the last two days, and the feed. */
const Home = () => {
  const metrics = useRecord(["metrics", "week"], async () =>
    client.metrics.get({ from: firstOf(new Date()), to: new Date(), interval: "hour", limit: PAGE }),
  );
  return (
    <Page title={t("Home")} actions={<Wallet />}>
      <Welcome />
      <div class="home">
        <div class="stack">
          <Attention />
          <Loaded from={metrics}>{(list) => <Today metrics={list} />}</Loaded>
        </div>
        <Feed />
      </div>
    </Page>
  );
};

export default Home;
