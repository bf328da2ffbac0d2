import type { Growth } from './growth.ts';
import { sizeText } from './size-text.ts';
import { decades, escaped, LINE_HEIGHT, logScale, svg } from './svg.ts';

const COLOURS = ['#2f74c0', '#3c9a63', '#d08a1c', '#7c5cd6', '#c93c37', '#57606a'];
const [LEFT, RIGHT, TOP, BOTTOM] = [84, 392, 52, 320];
const NAMES_TOP = BOTTOM + 56;

/** Draws figures over sizes, both on logarithmic scales: a line is flat for constant time, straight for any power. */
export function growthChart({ title, of, unit, lines }: Growth): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
  const marks = decades(points.map(({ figure }) => figure));
  const x = logScale([sizes[0] ?? 1, sizes.at(-1) ?? 10], [LEFT, RIGHT]);
  const y = logScale([marks[0] ?? 1, marks.at(-1) ?? 10], [BOTTOM, TOP]);
  const body = [
    `  <text class="title" x="20" y="28">${escaped(title)}</text>`,
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
      const dots = line.points.map(
        ({ size, figure }) => `<circle cx="${x(size)}" cy="${y(figure)}" r="3.5" fill="${colour}"/>`,
      );
      const name = NAMES_TOP + index * LINE_HEIGHT;
      return `  <polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}
  <circle cx="26" cy="${name - 5}" r="5" fill="${colour}"/>
  <text x="40" y="${name}">${escaped(line.name)}, slope ${line.slope.toFixed(2)}</text>`;
    }),
  ].join('\n');
  return svg({ height: NAMES_TOP + lines.length * LINE_HEIGHT, title, body });
}
