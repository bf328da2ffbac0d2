import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Measurement, measure } from './measure/measure.ts';
import type { Scenario } from './measure/scenario.ts';
import { DOCS } from './paths.ts';
import { figureText } from './report/figure.ts';
import { reportFiles } from './report/page.ts';
import { confirmedFaults, keyOf, measurementsOf, missedTargets, type Results, regressions } from './report/results.ts';
import { GROUPS } from './rows/groups.ts';
import { closeStore } from './rows/objects.ts';

const { values, positionals } = parseArgs({
  options: {
    against: { type: 'string' },
    json: { type: 'string' },
    from: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const before = values.against === undefined ? null : measurementsOf(resultsIn(values.against));
// A page with only some rows could be taken for the full one.
if (values.publish && positionals.length > 0) throw new Error('--publish takes no words: the page has all rows');

try {
  const results = values.from === undefined ? await measureChosen() : resultsIn(values.from);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  for (const [path, text] of Object.entries(values.publish ? reportFiles(results) : {})) {
    writeFileSync(join(DOCS, path), text);
  }
  if (values.from === undefined) process.exitCode = await verdict(measurementsOf(results));
} finally {
  await closeStore();
}

function resultsIn(path: string): Results {
  return JSON.parse(readFileSync(path, 'utf8')) as Results;
}

async function measureChosen(): Promise<Results> {
  const groups = [];
  for (const [title, scenarios] of Object.entries(GROUPS)) {
    const measurements = await measureAll(scenarios.filter(isChosen));
    if (measurements.length > 0) groups.push({ title, measurements });
  }
  const processor = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`;
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB of memory`;
  return { machine: [processor, memory, process.platform, `Node ${process.version}`].join(', '), groups };
}

function isChosen({ name }: Scenario): boolean {
  return positionals.length === 0 || positionals.some((word) => name.includes(word));
}

async function measureAll(scenarios: readonly Scenario[]): Promise<Measurement[]> {
  const all: Measurement[] = [];
  for (const scenario of scenarios) {
    const obstacle = (await scenario.obstacle?.()) ?? null;
    if (obstacle !== null) process.stdout.write(`- ${scenario.name}: left out. ${obstacle}\n`);
    const measurements = obstacle === null ? await measure(scenario) : [];
    for (const measurement of measurements) process.stdout.write(`${lineOf(measurement)}\n`);
    all.push(...measurements);
  }
  return all;
}

function lineOf({ name, figure, against, reference, subject, ratio, spread, target }: Measurement): string {
  const [low, high] = spread;
  return [
    target === null ? ' ' : ratio <= target ? '✓' : '✗',
    `${name}, ${figure}`.padEnd(66),
    ratio.toFixed(2).padStart(6),
    `(${low.toFixed(2)}-${high.toFixed(2)})`.padEnd(14),
    (target === null ? '' : `≤ ${target}`).padEnd(7),
    `${figureText(subject, figure)} beside ${figureText(reference, figure)}: ${against}`,
  ].join(' ');
}

/** The exit status: 1 with `--against` if a ratio got worse, and without it if a row misses its target. */
async function verdict(measurements: readonly Measurement[]): Promise<number> {
  const faultsIn = (rows: readonly Measurement[]) =>
    before === null ? missedTargets(rows) : regressions(before, rows);
  const faults = await confirmedFaults(faultsIn, measurements, (names) => {
    process.stdout.write('Again, the rows that failed:\n');
    return measureAll(
      Object.values(GROUPS)
        .flat()
        .filter(({ name }) => names.has(name)),
    );
  });
  for (const { measurement, bound } of faults) {
    process.stdout.write(
      `failed twice: ${keyOf(measurement)}: ${measurement.ratio.toFixed(2)}, not ${bound.toFixed(2)}\n`,
    );
  }
  return faults.length > 0 ? 1 : 0;
}
