import type { ComponentChildren } from "preact";
import type { MailboxCapacity } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Chart, type Series } from "../../ui/chart.tsx";
import { number } from "../../ui/numbers.ts";
import { Loaded, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { paceTiles } from "./pace.ts";
import { forecastWords, hourRows, loadLine } from "./load-line.ts";
import { useAgain } from "./use-again.ts";

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
