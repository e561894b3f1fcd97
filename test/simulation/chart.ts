/** A line over time; `x` in minutes. */
export interface Line {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 720;
const PANEL = 110;
const LEFT = 70;
const TOP = 34;
const STEPS = 240;

const shown = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1000)}k` : value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);

/** The largest of each step, so that no peak is lost. */
const thin = (points: Line["points"]): Line["points"] => {
  const size = Math.max(1, Math.ceil(points.length / STEPS));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, at) => {
    const part = points.slice(at * size, (at + 1) * size);
    return [part[0]?.[0] ?? 0, Math.max(...part.map(([, y]) => y))] as const;
  });
};

const panel = ({ title, unit, points }: Line, at: number, minutes: number): string => {
  const bottom = TOP + (at + 1) * PANEL - 24;
  const height = PANEL - 44;
  const most = Math.max(1e-9, ...points.map(([, y]) => y));
  const path = thin(points)
    .map(([x, y]) => `${(LEFT + (x / minutes) * (WIDTH - LEFT - 12)).toFixed(1)},${(bottom - (y / most) * height).toFixed(1)}`)
    .join(" ");
  return [
    `<text x="${LEFT}" y="${bottom - height - 7}" font-weight="bold">${title}</text>`,
    `<text x="${LEFT - 6}" y="${bottom - height + 4}" text-anchor="end">${shown(most)} ${unit}</text>`,
    `<text x="${LEFT - 6}" y="${bottom + 4}" text-anchor="end">0</text>`,
    `<path d="M${LEFT} ${bottom}H${WIDTH - 12}" stroke="#999"/>`,
    `<polyline points="${path}" fill="none" stroke="#1668b8" stroke-width="1.5"/>`,
  ].join("\n");
};

/** Panels one below the other over the same time, as SVG. */
export const chart = (title: string, lines: readonly Line[]): string => {
  const minutes = Math.max(1, ...lines.flatMap(({ points }) => points.at(-1)?.[0] ?? 0));
  const height = TOP + lines.length * PANEL + 14;
  const end = minutes >= 300 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes)} min`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="12" y="18" font-size="12">${title}</text>`,
    ...lines.map((line, at) => panel(line, at, minutes)),
    `<text x="${LEFT}" y="${height - 8}">0</text><text x="${WIDTH - 12}" y="${height - 8}" text-anchor="end">${end}</text>`,
    "</svg>",
    "",
  ].join("\n");
};
