/** Units: narrow, so that a phone shows text of 14 units at more than 11 pixels. */
export const WIDTH = 420;
/** Between two lines of text, in units. */
export const LINE_HEIGHT = 20;

/** A chart to be drawn on the background, and in the type and colours, that all charts share. */
export interface Frame {
  readonly height: number;
  readonly title: string;
  /** SVG elements. */
  readonly body: string;
}

export function svg({ height, title, body }: Frame): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="480" role="img" aria-labelledby="title">
  <title id="title">${escaped(title)}</title>
  <style>
    svg { font: 14px ui-sans-serif, system-ui, sans-serif; }
    .ground { fill: #ffffff; }
    text { fill: #1b1f24; }
    .title { font-size: 16px; font-weight: 600; }
    .quiet { fill: #57606a; }
    .over { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .grid { stroke: #e4e7eb; }
    .reference { stroke: #57606a; stroke-dasharray: 4 3; }
    .target { stroke: #d08a1c; stroke-width: 2; }
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="12"/>
${body}
</svg>
`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Maps the logarithm of a value from the range between two values to the range between two positions. */
export function logScale([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  return (value: number): number => {
    const share = Math.log(value / low) / Math.log(high / low);
    return round(from + Math.min(1, Math.max(0, share)) * (to - from));
  };
}

/** The powers of ten from the one below the least value to the one above the greatest, two at least. */
export function decades(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
}

/** Rounds to tenths of a unit, which is finer than a screen shows. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
