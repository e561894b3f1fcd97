import type { QueryKey } from "@tanstack/preact-query";
import { useEffect } from "preact/hooks";
import { queries, useRecord } from "../../data/queries.ts";
import type { MailboxCapacity } from "../../../client/index.ts";
import type { ComponentChildren } from "preact";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { Chart, type Series } from "../../ui/chart.tsx";
import { number } from "../../ui/numbers.ts";
import { Loaded, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { paceTiles } from "./preferences.ts";

/** Reads a record again every `ms` milliseconds while the page is visible, for changes that record no event. */
export const useAgain = (key: QueryKey, ms: number, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = window.setInterval(() => document.hidden || void queries.invalidateQueries({ queryKey: key }), ms);
    return () => window.clearInterval(timer);
  }, [isOn, ms, JSON.stringify(key)]);
};

const HOUR_MS = 3_600_000;
const HOURS = 24;

type ByHour = Pick<MailboxCapacity, "sent_by_hour" | "leaves_by_hour" | "refused_by_hour">;

/** The emails that count towards a mailbox's daily limit, hour by hour: sent ones until now, expected ones from now on. */
interface LoadLine {
  /** Beginnings of hours, seconds since 1970. */
  readonly times: readonly number[];
  readonly sent: readonly (number | null)[];
  /** All null when nothing is expected to leave. */
  readonly expected: readonly (number | null)[];
}

const countsOf = (rows: readonly { readonly hour: string; readonly count: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ hour, count }) => [Date.parse(hour), count]));

const sumOf = (counts: ReadonlyMap<number, number>, isIn: (hour: number) => boolean): number =>
  [...counts].reduce((sum, [hour, count]) => (isIn(hour) ? sum + count : sum), 0);

/** The chart of a capacity: 24 hours back, and as far forward when emails are expected to leave. */
export const loadLine = (capacity: ByHour, now: Date): LoadLine => {
  const sent = countsOf(capacity.sent_by_hour);
  const leaves = countsOf(capacity.leaves_by_hour);
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const ahead = leaves.size === 0 ? 0 : HOURS;
  const hours = Array.from({ length: HOURS + ahead + 1 }, (_, at) => current + (at - HOURS) * HOUR_MS);
  // An email counts for 24 hours, so what left in an hour of yesterday is free again in that hour of today.
  const counts = (hour: number) => sumOf(sent, (at) => at <= hour && (hour === current || at > hour - HOURS * HOUR_MS));
  const until = (hour: number) => sumOf(sent, (at) => at <= hour);
  const expectedAt = (hour: number) => counts(hour) + sumOf(leaves, (at) => at <= hour && at > hour - HOURS * HOUR_MS);
  return {
    times: hours.map((hour) => hour / 1000),
    sent: hours.map((hour) => (hour <= current ? until(hour) : null)),
    expected: hours.map((hour) => (ahead > 0 && hour >= current ? expectedAt(hour) : null)),
  };
};

/** An hour of the table beside the chart. */
interface HourRow {
  readonly hour: string;
  readonly sent: number;
  readonly expected: number;
  readonly refused: number;
}

/** The hours in which anything left, is expected to leave, or was refused; oldest first. */
export const hourRows = ({ sent_by_hour, leaves_by_hour, refused_by_hour }: ByHour): readonly HourRow[] => {
  const [sent, leaves, refused] = [countsOf(sent_by_hour), countsOf(leaves_by_hour), countsOf(refused_by_hour)];
  return [...new Set([...sent.keys(), ...leaves.keys(), ...refused.keys()])]
    .toSorted((a, b) => a - b)
    .map((hour) => ({
      hour: new Date(hour).toISOString(),
      sent: sent.get(hour) ?? 0,
      expected: leaves.get(hour) ?? 0,
      refused: refused.get(hour) ?? 0,
    }));
};

/** The forecast of the waiting emails, in one sentence. */
export const forecastWords = ({
  waiting,
  max_daily_sends,
  paused_for,
  is_partial,
  last_leaves_at,
}: Pick<MailboxCapacity, "waiting" | "max_daily_sends" | "paused_for" | "is_partial" | "last_leaves_at">): string => {
  if (is_partial) return "More than 20,000 emails wait or left: too many to foretell.";
  if (waiting === 0) return "Nothing waits.";
  if (max_daily_sends === 0) return "Nothing leaves while sending is paused.";
  const pauses = {
    "": "",
    daily_limit: "The daily limit is reached.",
    rate: "The server asked for a slower pace.",
    reconnect: "They wait until the mailbox is connected again, for 72 hours at most.",
    mailbox: "The server refuses the mailbox's mail: one email at a time probes it, and they wait for 72 hours at most.",
    pace: "The mailbox keeps its pace.",
    retry: "The server did not take the last email; it is tried again.",
  };
  if (last_leaves_at === undefined && paused_for === "") return "When the last of them leaves cannot be foretold.";
  return pauses[paused_for];
};

/** How often it is read again, ms: no event reports that an email was accepted. */
const AGAIN_MS = 5_000;

const Tile = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div class="number-tile">
    <strong>{children}</strong>
    <span class="soft">{t(name)}</span>
  </div>
);

const Tiles = ({ capacity }: { readonly capacity: MailboxCapacity }) => (
  <div class="tiles">
    <Tile name={t("sent in 24 hours, of {n}", { n: number(capacity.max_daily_sends) })}>{number(capacity.sent_in_day)}</Tile>
    <Tile name="waiting">{`${number(capacity.waiting)}${capacity.is_partial ? "+" : ""}`}</Tile>
    {capacity.last_leaves_at !== undefined && (
      <Tile name="the last leaves">
        <Time of={capacity.last_leaves_at} />
      </Tile>
    )}
    {paceTiles(capacity).map(([name, value]) => (
      <Tile key={name} name={name}>
        {value}
      </Tile>
    ))}
    {capacity.max_per_minute !== undefined && <Tile name="a minute at most">{number(capacity.max_per_minute)}</Tile>}
  </div>
);

const LoadChart = ({ capacity }: { readonly capacity: MailboxCapacity }) => {
  const { times, sent, expected } = loadLine(capacity, new Date());
  const series: readonly Series[] = [
    { name: "Sent in 24 hours", values: sent, colour: "--chart-1" },
    ...(expected.some((value) => value !== null)
      ? [{ name: "Expected", values: expected, colour: "--chart-2", isDashed: true } as const]
      : []),
    { name: "Daily limit", values: times.map(() => capacity.max_daily_now), colour: "--chart-4", isDashed: true },
  ];
  return <Chart label="Emails of the last 24 hours against the daily limit" times={times} series={series} />;
};

const Hours = ({ capacity }: { readonly capacity: MailboxCapacity }) => {
  const rows = hourRows(capacity);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{t("Hour by hour")}</summary>
      <table class="figures">
        <thead>
          <tr>
            {["Hour", "Sent", "Expected", "Refused for now"].map((head) => (
              <th key={head} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, sent, expected, refused }) => (
            <tr key={hour}>
              <td>
                <Time of={hour} as="full" />
              </td>
              <td>{number(sent)}</td>
              <td>{number(expected)}</td>
              <td>{number(refused)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

const Refusals = ({ capacity: { refused_by_hour } }: { readonly capacity: MailboxCapacity }) =>
  refused_by_hour.length === 0 ? null : (
    <div class="stack">
      <h3>{t("Refused for now by its server")}</h3>
      <ul class="said">
        {refused_by_hour.toReversed().map(({ hour, count, replies }) => (
          <li key={hour}>
            <span class="soft">
              <Time of={hour} as="full" />, {number(count)} ×
            </span>
            {replies.map((reply) => (
              <span key={reply} class="words mono">
                {reply}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );

/** What a mailbox may send, has sent and has waiting, and when the last waiting email leaves. */
export const Capacity = ({ id }: { readonly id: string }) => {
  const key = ["capacity", id];
  const record = useRecord(key, () => client.mailboxes.getCapacity(id));
  useAgain(key, AGAIN_MS, true);
  return (
    <Panel title="Capacity">
      <Loaded from={record}>
        {(capacity) => (
          <>
            <Tiles capacity={capacity} />
            <p>
              {t(forecastWords(capacity))}
              {capacity.paused_until !== undefined && capacity.max_daily_sends > 0 && (
                <> {mixed("Tried next: {time}.", { time: <Time of={capacity.paused_until} as="full" /> })}</>
              )}
              {capacity.waiting > 0 && (
                <>
                  {" "}
                  <a href={`/console/sends?mailbox=${id}&status=queued`}>{t("See what waits")}</a>
                </>
              )}
            </p>
            {(capacity.sent_in_day > 0 || capacity.leaves_by_hour.length > 0) && <LoadChart capacity={capacity} />}
            <Hours capacity={capacity} />
            <Refusals capacity={capacity} />
          </>
        )}
      </Loaded>
    </Panel>
  );
};
