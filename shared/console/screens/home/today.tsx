import type { MetricsList } from "../../../client/index.ts";
import { Chart } from "../../ui/chart.tsx";
import { number } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import { hoursOf, type Sums, todayOf } from "./numbers.ts";

/** How many hours the chart shows. */
const HOURS = 48;

const names: Readonly<Record<keyof Sums, string>> = {
  sent: "Sent",
  replied: "Answered",
  received: "Received",
  bounced: "Bounced",
  failed: "Failed",
};

const Tile = ({ name, now, before }: { readonly name: string; readonly now: number; readonly before: number }) => (
  <Panel>
    <p class="number-tile">
      <span class="soft">{name}</span>
      <strong>{number(now)}</strong>
      <small class="soft">a week ago: {number(before)}</small>
    </p>
  </Panel>
);

/** Today's numbers beside those of the same hours a week ago, and the last two days by hour. */
export const Today = ({ metrics: { metrics } }: { readonly metrics: MetricsList }) => {
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
      <Panel title="The last two days, by hour">
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
