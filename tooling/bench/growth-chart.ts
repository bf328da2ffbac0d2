import type { Growth } from './growth.ts';
import { sizeText } from './size-text.ts';
import { decades, escaped, logScale, round, svg } from './svg.ts';

const COLOURS = ['#2f74c0', '#3c9a63', '#d08a1c', '#7c5cd6', '#c93c37', '#57606a'];
const [WIDTH, HEIGHT] = [760, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 530, 60, 350];

/** Draws figures over sizes, both on logarithmic scales: a line is flat for constant time, straight for any power. */
export function growthChart({ title, of, unit, lines }: Growth): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
  const marks = decades(points.map(({ figure }) => figure));
  const x = logScale([sizes[0] ?? 1, sizes.at(-1) ?? 10], [LEFT, RIGHT]);
  const y = logScale([marks[0] ?? 1, marks.at(-1) ?? 10], [BOTTOM, TOP]);
  const body = [
    `  <text x="24" y="28" font-weight="600" font-size="15">${escaped(title)}</text>`,
    ...marks.map(
      (mark) => `  <line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(mark)}" y2="${y(mark)}"/>
  <text class="quiet end" x="${LEFT - 8}" y="${y(mark) + 4}">${mark} ${unit}</text>`,
    ),
    ...sizes.map(
      (size) => `  <line class="grid" x1="${x(size)}" x2="${x(size)}" y1="${TOP}" y2="${BOTTOM}"/>
  <text class="quiet middle" x="${x(size)}" y="${BOTTOM + 20}">${sizeText(size, of)}</text>`,
    ),
    ...lines.map((line, index) => {
      const colour = COLOURS[index % COLOURS.length];
      const path = line.points.map(({ size, figure }) => `${x(size)},${y(figure)}`).join(' ');
      const last = line.points.at(-1);
      const dots = line.points.map(
        ({ size, figure }) => `<circle cx="${x(size)}" cy="${y(figure)}" r="3.5" fill="${colour}"/>`,
      );
      const height = spreadOut(lines, y)[index] ?? (last ? y(last.figure) : BOTTOM);
      return `  <polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}
  <text x="${RIGHT + 14}" y="${height + 4}" style="fill: ${colour}">${escaped(line.name)}, slope ${line.slope.toFixed(2)}</text>`;
    }),
  ].join('\n');
  return svg({ width: WIDTH, height: HEIGHT, title, body });
}

/** Where the names of lines are placed: beside their ends, and at least one line of text apart. */
function spreadOut(lines: Growth['lines'], y: (figure: number) => number): number[] {
  const ends = lines.map(({ points }, index) => ({ index, height: y(points.at(-1)?.figure ?? 1) }));
  ends.sort((a, b) => a.height - b.height);
  const heights: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (const { index, height } of ends) {
    lowest = Math.max(height, lowest + 18);
    heights[index] = round(lowest);
  }
  return heights;
}
