import type { Pixels } from './decode-png.ts';

// Six steps each of red, green and blue: every terminal with sixels has registers for as many colours.
const STEPS = 6;
const BAND_HEIGHT = 6;
const TRANSPARENT = -1;

/** An image as sixels (DEC's graphics): bands of six rows, each with one line for every colour in it. */
export function sixelsOf({ width, height, rgba }: Pixels): string {
  const colours = Int16Array.from({ length: width * height }, (_, pixel) => registerOf(rgba, pixel * 4));
  const used = [...new Set(colours)].filter((colour) => colour !== TRANSPARENT).sort((a, b) => a - b);
  const bands: string[] = [];
  for (let top = 0; top < height; top += BAND_HEIGHT) {
    const band = colours.subarray(top * width, (top + BAND_HEIGHT) * width);
    const lines = used
      .filter((colour) => band.includes(colour))
      .map((colour) => `#${colour}${bandLine(band, width, colour)}`);
    bands.push(lines.join('$'));
  }
  return `\x1bP0;1q"1;1;${width};${height}${used.map(definition).join('')}${bands.join('-')}\x1b\\`;
}

function registerOf(rgba: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0, opacity = 0] = rgba.subarray(at, at + 4);
  return opacity < 128 ? TRANSPARENT : (stepOf(red) * STEPS + stepOf(green)) * STEPS + stepOf(blue);
}

function stepOf(value: number): number {
  return Math.round((value / 255) * (STEPS - 1));
}

/** The colour of a register, in hundredths. */
function definition(register: number): string {
  const steps = [Math.floor(register / STEPS ** 2), Math.floor(register / STEPS) % STEPS, register % STEPS];
  return `#${register};2;${steps.map((step) => (step * 100) / (STEPS - 1)).join(';')}`;
}

/** Where a band has one colour: one character of six bits for each column, runs shortened. */
function bandLine(band: Int16Array, width: number, colour: number): string {
  const columns = Array.from({ length: width }, (_, x) => {
    let bits = 0;
    for (let row = 0; row * width < band.length; row += 1) if (band[row * width + x] === colour) bits |= 1 << row;
    return String.fromCharCode(63 + bits);
  });
  return columns.join('').replace(/(.)\1{3,}/gs, (run, one) => `!${run.length}${one}`);
}
