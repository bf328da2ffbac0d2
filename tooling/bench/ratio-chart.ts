import type { Measurement } from './measure.ts';
import { escaped, LINE_HEIGHT, logScale, svg, WIDTH } from './svg.ts';

const MARGIN = 20;
const TOP = 96;
/** A name, and below it what was measured. */
const ROW = 48;
const TICKS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];

/** A row for each measurement: its ratio with the middle half of all pairs, and the target as a mark. */
export function ratioChart(title: string, measurements: readonly Measurement[]): string {
  const place = logScale([0.04, 12], [MARGIN, WIDTH - MARGIN]);
  const bottom = TOP + measurements.length * ROW;
  const ticks = TICKS.map(
    (tick) => `  <line class="${tick === 1 ? 'reference' : 'grid'}" x1="${place(tick)}" y1="${TOP - 8}" \
x2="${place(tick)}" y2="${bottom}"/>
  <text class="quiet middle" x="${place(tick)}" y="${TOP - 14}">${tick}</text>`,
  );
  const rows = measurements.map((measurement, index) => row(measurement, TOP + index * ROW + 14, place));
  const heading = `  <text class="title" x="${MARGIN}" y="28">${escaped(title)}</text>
  <text class="quiet" x="${MARGIN}" y="${28 + LINE_HEIGHT}">Times the reference; the bar is the target.</text>`;
  return svg({ height: bottom + 16, title, body: [heading, ...ticks, ...rows].join('\n') });
}

function row(
  { name, against, ratio, spread, target }: Measurement,
  y: number,
  place: (ratio: number) => number,
): string {
  const colour = ratio <= target ? '#3c9a63' : '#c93c37';
  const [low, high] = spread;
  const line = y + 18;
  return `  <text class="over" x="${MARGIN}" y="${y}">${escaped(name)}<title>against ${escaped(against)}</title></text>
  <line x1="${place(low)}" x2="${place(high)}" y1="${line}" y2="${line}" stroke="${colour}" stroke-width="2"/>
  <circle cx="${place(ratio)}" cy="${line}" r="5" fill="${colour}"><title>${ratio.toFixed(2)}</title></circle>
  <line class="target" x1="${place(target)}" x2="${place(target)}" y1="${line - 9}" y2="${line + 9}"/>`;
}
