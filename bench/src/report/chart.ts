import { multipleText } from './figure.ts';
import type { Headline } from './headlines.ts';

/** Narrow, so that a phone shows text of 14 units at more than 11 pixels. */
const WIDTH = 420;
const MARGIN = 20;
const TOP = 92;
const ROW = 82;

const STYLE = `
    svg { font: 14px ui-sans-serif, system-ui, sans-serif; }
    .ground { fill: #ffffff; }
    text { fill: #1b1f24; }
    .title { font-size: 16px; font-weight: 600; }
    .quiet { fill: #57606a; }
    .end { text-anchor: end; }
    .reference { fill: #d0d7de; }
    .subject { fill: #2f74c0; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #1b1b1f; }
      text { fill: #e6e8eb; }
      .quiet { fill: #a8adb5; }
      .reference { fill: #4a4f57; }
      .subject { fill: #6ba6e8; }
    }
  `;

/** Draws a bar for each headline, beside that of the program that it is compared with. */
export function chart(headlines: readonly Headline[]): string {
  const title = 'Dragoman beside other programs';
  const longest = Math.max(1, ...headlines.map(({ measurement }) => measurement.ratio));
  const scale = (WIDTH - 2 * MARGIN) / longest;
  const height = TOP + headlines.length * ROW;
  const rows = headlines.map((headline, index) => row(headline, TOP + index * ROW, scale));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="480" role="img" aria-labelledby="title">
  <title id="title">${title}</title>
  <style>${STYLE}</style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="12"/>
  <text class="title" x="${MARGIN}" y="30">${title}</text>
  <rect class="subject" x="${MARGIN}" y="45" width="12" height="12"/>
  <text x="${MARGIN + 18}" y="56">Dragoman</text>
  <rect class="reference" x="${MARGIN + 100}" y="45" width="12" height="12"/>
  <text x="${MARGIN + 118}" y="56">the other program</text>
  <text class="quiet end" x="${WIDTH - MARGIN}" y="56">less is better</text>
${rows.join('\n')}
</svg>
`;
}

function row({ claim, measurement: { ratio, against } }: Headline, y: number, scale: number): string {
  const label = claim[0]?.toUpperCase() + claim.slice(1);
  const multiple = ratio <= 1 ? `${multipleText(1 / ratio)} × less` : `${multipleText(ratio)} × more`;
  return `  <text x="${MARGIN}" y="${y + 8}">${label}</text>
  <text class="end" x="${WIDTH - MARGIN}" y="${y + 8}">${multiple}</text>
  <text class="quiet" x="${MARGIN}" y="${y + 26}">beside ${against.replaceAll('`', '')}</text>
  <rect class="subject" x="${MARGIN}" y="${y + 34}" width="${(ratio * scale).toFixed(1)}" height="10"/>
  <rect class="reference" x="${MARGIN}" y="${y + 45}" width="${scale.toFixed(1)}" height="10"/>`;
}
