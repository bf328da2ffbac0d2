import type { Measurement } from '../measure/measure.ts';
import { figureText, multipleText } from './figure.ts';

/** A row at the top of the page, and a bar of the chart. */
export interface Headline {
  /** Completes a sentence that begins with "Dragoman". */
  readonly claim: string;
  readonly measurement: Measurement;
}

/** The rows of the report that lead, by their names. */
const CLAIMS: Readonly<Record<string, string>> = {
  'start, until `initialize` is answered, time': 'starts',
  'a session: start, `tools/list`, 100 mixed calls, time': 'serves a session of 100 mixed calls',
  'find files by name among 2,900, time': 'finds files by name',
  'line 2,900,000 of 101 MB, first time, time': 'shows line 2,900,000 of a file of 101 MB',
  'find a rare word in 100,000 files, with an index, time': 'finds a rare word in 100,000 files',
  'ten lines over HTTP, with a token, CPU': 'reads ten lines over HTTP',
};

/** @throws Error if the results lack one of the rows */
export function headlinesOf(measurements: readonly Measurement[]): Headline[] {
  return Object.entries(CLAIMS).map(([key, claim]) => {
    const measurement = measurements.find(({ name, figure }) => `${name}, ${figure}` === key);
    if (measurement === undefined) throw new Error(`No row "${key}"`);
    return { claim, measurement };
  });
}

/** A row of the table at the top: a sentence with a multiple, and both figures. */
export function headlineRow({ claim, measurement }: Headline): string {
  const { figure, against, ratio, subject, reference } = measurement;
  const faster = figure === 'CPU' ? 'with N × less processor time' : 'N × faster';
  const slower = figure === 'CPU' ? 'with N × the processor time of' : 'N × slower';
  const [words, multiple] = ratio <= 1 ? [faster, 1 / ratio] : [slower, ratio];
  const comparison = words.replace('N', multipleText(multiple));
  const than = comparison.endsWith(' of') ? against : `than ${against}`;
  return `| ${claim} **${comparison}** ${than} | ${figureText(subject, figure)} | ${figureText(reference, figure)} |`;
}
