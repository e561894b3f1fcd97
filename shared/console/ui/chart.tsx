import { t } from "../data/language.ts";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { number } from "./numbers.ts";

/** A line or bars of a chart. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** A colour of styles/tokens.css: `--chart-1` to `--chart-5`. */
  readonly colour: `--chart-${1 | 2 | 3 | 4 | 5}`;
  readonly as?: "line" | "bars";
  /** A line of dashes, such as a cap or a forecast. */
  readonly isDashed?: boolean;
}

interface ChartProps {
  /** What it shows, for screen readers: the numbers should stand in the page too. */
  readonly label: string;
  /** Times of the values, seconds since 1970. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly height?: number;
}

type Plotter = typeof uPlot;

/** A colour of the theme as a canvas takes it: a canvas knows no `light-dark()`. */
const colourOf = (box: HTMLElement, name: string): string => {
  box.style.color = `var(${name})`;
  const { color } = getComputedStyle(box);
  box.style.color = "";
  return color;
};

const hour = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const moment = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** The times below the chart as the reader's language writes them; the day stands where it begins, and at the first. */
const timesOf = (_plot: uPlot, times: readonly number[]): string[] =>
  times.map((at, index) => {
    const isNewDay = index === 0 || day.format(at * 1000) !== day.format(times[index - 1]! * 1000);
    return isNewDay ? `${hour.format(at * 1000)}\n${day.format(at * 1000)}` : hour.format(at * 1000);
  });

const draw = (Plot: Plotter, box: HTMLElement, { times, series, height = 200 }: ChartProps) => {
  const grid = { stroke: colourOf(box, "--line"), width: 1 };
  const axis = { stroke: colourOf(box, "--soft"), grid, ticks: { show: false }, font: "12px system-ui" };
  return new Plot(
    {
      width: box.clientWidth,
      height,
      axes: [
        { ...axis, values: timesOf },
        { ...axis, size: 44 },
      ],
      scales: { y: { range: (_plot, _least, most) => [0, Math.max(most * 1.1, 1)] } },
      cursor: { points: { show: false } },
      series: [
        { label: t("Time"), value: (_plot, at: number | null) => (at === null ? "–" : moment.format(at * 1000)) },
        ...series.map(({ name, colour, as = "line", isDashed = false }) => ({
          label: t(name),
          value: (_plot: uPlot, value: number | null) => (value === null ? "–" : number(value)),
          stroke: colourOf(box, colour),
          width: 1.5,
          points: { show: false },
          ...(isDashed && { dash: [4, 4] }),
          ...(as === "bars" && { fill: colourOf(box, colour), paths: Plot.paths.bars!({ size: [0.7, 40] }) }),
        })),
      ],
    },
    [[...times], ...series.map(({ values }) => [...values])],
    box,
  );
};

/** A chart over time. Its library is loaded when the first chart shows. */
export const Chart = (props: ChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { label, height = 200 } = props;
  useEffect(() => {
    let stop = (): void => undefined;
    let isGone = false;
    const start = async (): Promise<void> => {
      const { default: Plot } = await import("uplot");
      const { current } = box;
      if (isGone || !current) return;
      let plot = draw(Plot, current, props);
      const resized = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height }));
      resized.observe(current);
      const theme = matchMedia("(prefers-color-scheme: dark)");
      const again = (): void => {
        plot.destroy();
        plot = draw(Plot, current, props);
      };
      theme.addEventListener("change", again);
      stop = () => {
        theme.removeEventListener("change", again);
        resized.disconnect();
        plot.destroy();
      };
    };
    void start();
    return () => {
      isGone = true;
      stop();
    };
  }, [JSON.stringify([props.times, props.series])]);
  return <div ref={box} class="chart" role="img" aria-label={t(label)} style={{ minHeight: `${height}px` }} />;
};
