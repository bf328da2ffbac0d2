import process from 'node:process';
import { parseArgs } from 'node:util';
import { deepRange } from './deep-range.ts';
import { firstLines } from './first-lines.ts';
import { type Measurement, measure } from './measure.ts';
import { memory } from './memory.ts';
import { refusedEdit } from './refused-edit.ts';
import { tableRow } from './table.ts';
import { writes } from './writes.ts';

const scenarios = [...deepRange, ...firstLines, ...memory, ...writes, ...refusedEdit];

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const chosen = scenarios.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);

const measured: Measurement[] = [];
for (const scenario of chosen) {
  const measurement = await measure(scenario);
  measured.push(measurement);
  if (!values.json) process.stdout.write(`${tableRow(measurement)}\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
process.exitCode = measured.every(({ ratio, target }) => ratio <= target) ? 0 : 1;
