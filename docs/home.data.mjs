import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownCalls } from './shown-calls.mjs';

// By the names of their rows on the page of benchmarks.
const FIGURES = [
  ['start, until `initialize` is answered', 'of the official filesystem server’s time to start'],
  ['the first ten lines of 2,000', 'of its time for ten lines of a file'],
  ['ten lines of 1 GB', 'times the memory of a small file, for ten lines of 1 GB'],
];

/** Data of the home page: three figures of the published benchmarks, and a call made when the site is built. */
export default {
  watch: ['./benchmarks.json'],
  async load() {
    const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'benchmarks.json'), 'utf8'));
    const rows = groups.flatMap(({ measurements }) => measurements);
    const figures = FIGURES.map(([name, what]) => ({ ratio: rowNamed(rows, name).ratio.toFixed(2), what }));
    const { Edit } = await shownCalls('claude-code');
    return { figures, calls: Edit };
  },
};

function rowNamed(rows, name) {
  const row = rows.find((row) => row.name === name);
  if (row === undefined) throw new Error(`The benchmarks have no row "${name}"`);
  return row;
}
