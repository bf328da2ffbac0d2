import type { Measurement } from './measure.ts';
import { escaped, logScale, svg } from './svg.ts';

const ROW = 26;
const TOP = 56;
const NAMES = 330;
const WIDTH = 760;
const TICKS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];

/** A row for each measurement: its ratio with the middle half of all pairs, and the target as a mark. */
export function ratioChart(title: string, measurements: readonly Measurement[]): string {
  const place = logScale([0.04, 12], [NAMES, WIDTH - 30]);
  const height = TOP + measurements.length * ROW + 20;
  const ticks = TICKS.map(
    (tick) => `  <line class="${tick === 1 ? 'reference' : 'grid'}" x1="${place(tick)}" y1="${TOP - 8}" \
x2="${place(tick)}" y2="${height - 16}"/>
  <text class="quiet middle" x="${place(tick)}" y="${TOP - 14}">${tick}</text>`,
  );
  const rows = measurements.map((measurement, index) => row(measurement, TOP + index * ROW + 12, place));
  const heading = `  <text x="24" y="28" font-weight="600" font-size="15">${escaped(title)}</text>
  <text class="quiet end" x="${WIDTH - 24}" y="28">times the reference; the bar is the target</text>`;
  return svg({ width: WIDTH, height, title, body: [heading, ...ticks, ...rows].join('\n') });
}

function row(
  { name, against, ratio, spread, target }: Measurement,
  y: number,
  place: (ratio: number) => number,
): string {
  const colour = ratio <= target ? '#3c9a63' : '#c93c37';
  const [low, high] = spread;
  return `  <text class="end" x="${NAMES - 14}" y="${y + 4}">${escaped(name)}<title>against ${escaped(against)}</title></text>
  <line x1="${place(low)}" x2="${place(high)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2"/>
  <circle cx="${place(ratio)}" cy="${y}" r="4.5" fill="${colour}"><title>${ratio.toFixed(2)}</title></circle>
  <line class="target" x1="${place(target)}" x2="${place(target)}" y1="${y - 8}" y2="${y + 8}"/>`;
}
