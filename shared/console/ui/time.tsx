const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** How long ago, or until when: "5 min. ago", "in 2 hr.". */
const ago = (at: Date, now: number): string => {
  const distance = at.getTime() - now;
  const [unit, ms] = units.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1_000];
  return relative.format(Math.round(distance / ms), unit);
};

/** 3 Nov, with its year unless that is this one. */
const dayIn = (at: Date, now: Date): string => (at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at);

const short = (at: Date, now: Date): string => {
  if (at.toDateString() === now.toDateString()) return clock.format(at);
  return dayIn(at, now);
};

interface TimeProps {
  /** RFC 3339; "" or undefined shows a dash. */
  readonly of: string | undefined;
  /** `short`: 14:05 today, else 3 Nov; `ago`: 5 min. ago; `full`: 3 Nov, 14:05. */
  readonly as?: "short" | "ago" | "full";
}

/** A time in the reader's zone; the whole date stands in its tooltip. */
export const Time = ({ of, as = "short" }: TimeProps) => {
  if (of === undefined || of === "") return <span class="soft">–</span>;
  const at = new Date(of);
  const now = new Date();
  const text = as === "ago" ? ago(at, now.getTime()) : as === "full" ? `${dayIn(at, now)}, ${clock.format(at)}` : short(at, now);
  return (
    <time dateTime={of} title={whole.format(at)}>
      {text}
    </time>
  );
};
