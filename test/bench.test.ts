import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Measurement, measure } from '../bench/src/measure/measure.ts';
import type { Scenario } from '../bench/src/measure/scenario.ts';
import { headlineRow } from '../bench/src/report/headlines.ts';
import { reportFiles } from '../bench/src/report/page.ts';
import {
  confirmedFaults,
  measurementsOf,
  missedTargets,
  type Results,
  regressions,
} from '../bench/src/report/results.ts';
import { dragoman, official } from '../bench/src/rows/contenders.ts';
import { GROUPS } from '../bench/src/rows/groups.ts';
import { LINES_IN_FILE, makeProject, stepsOf } from '../bench/src/rows/session-steps.ts';
import { between } from '../bench/src/rows/work.ts';

const docs = new URL('../docs/', import.meta.url);
const published = JSON.parse(readFileSync(new URL('benchmarks.json', docs), 'utf8')) as Results;

const row = (name: string, ratio: number, more: Partial<Measurement> = {}): Measurement => ({
  ...{ name, against: 'wc -l', figure: 'time', target: 1.25, ratio },
  ...{ reference: 10, subject: 10 * ratio, spread: [ratio * 0.9, ratio * 1.1] },
  ...more,
});

const namesOf = (faults: readonly { readonly measurement: Measurement }[]) =>
  faults.map(({ measurement }) => measurement.name);

describe('measure', () => {
  const scenario: Scenario = {
    ...{ name: 'work', against: 'other work', targets: { time: 1, CPU: null }, rounds: 5 },
    reference: () => () => ({ time: 10, CPU: null }),
    subject: () => () => ({ time: 20, CPU: 3 }),
  };

  it('compares each figure that both sides have', async () => {
    const side = { name: 'work', against: 'other work', figure: 'time', target: 1 };
    expect(await measure(scenario)).toEqual([{ ...side, reference: 10, subject: 20, ratio: 2, spread: [2, 2] }]);
  });

  it('samples each side as often first as second, after a warm-up', async () => {
    const order: string[] = [];
    const sampler = (name: string) => () => () => {
      order.push(name);
      return { time: 1 };
    };
    await measure({ ...scenario, rounds: 2, reference: sampler('reference'), subject: sampler('subject') });
    expect(order).toEqual(['reference', 'subject', 'reference', 'subject', 'subject', 'reference']);
  });

  it('times nothing if the sides come to different results', async () => {
    const sides = between({ reference: () => () => 'one', subject: () => () => 'other' });
    await expect(measure({ ...scenario, ...sides })).rejects.toThrow('Both sides must come to the same');
  });
});

describe('faults', () => {
  it('are ratios over their target', () => {
    const rows = [row('met', 1.25), row('missed', 1.3), row('without target', 9, { target: null })];
    expect(namesOf(missedTargets(rows))).toEqual(['missed']);
  });

  it('are ratios that grew by over 15 %', () => {
    const before = [row('a', 1), row('b', 1), row('c', 1), row('gone', 1)];
    const now = [row('a', 1.3), row('b', 1.14), row('c', 0.5), row('new', 9)];
    expect(namesOf(regressions(before, now))).toEqual(['a']);
  });

  it('are not ratios that grew by less than the samples differ', () => {
    const loose = row('a', 1, { spread: [0.7, 1.3] });
    expect(regressions([loose], [row('a', 1.3)])).toEqual([]);
    expect(regressions([row('a', 1)], [row('a', 1.3, { spread: [1.05, 1.6] })])).toEqual([]);
    expect(namesOf(regressions([loose], [row('a', 1.5)]))).toEqual(['a']);
  });

  it('tell the figures of one scenario apart', () => {
    const rows = (time: number, cpu: number) => [row('a', time), row('a', cpu, { figure: 'CPU' })];
    const [fault, ...others] = regressions(rows(1, 2), rows(2, 2));
    expect([fault?.measurement.figure, fault?.bound, others]).toEqual(['time', 1, []]);
  });

  it('count if they show a second time', async () => {
    const asked: string[] = [];
    const again = async (names: ReadonlySet<string>) => {
      asked.push(...names);
      return [row('a', 1.4), row('b', 1), row('c', 2)];
    };
    const first = [row('a', 1.4), row('b', 1.4), row('c', 1)];
    expect(namesOf(await confirmedFaults(missedTargets, first, again))).toEqual(['a']);
    expect(asked).toEqual(['a', 'b']);
    expect(await confirmedFaults(missedTargets, [row('a', 1)], again)).toEqual([]);
    expect(asked).toHaveLength(2);
  });
});

describe('the steps of a session', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-test-'));
  const project = makeProject(directory);
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each([
    ['official', official, { view: 0, edits: 20, created: 10 }],
    ['Dragoman', dragoman(), { view: 70, edits: 20, created: 10 }],
  ])('%s: a hundred calls', (_, { wording }, counts) => {
    const tools = stepsOf(project, wording).map(({ tool }) => tool);
    const count = (...names: string[]) => tools.filter((tool) => names.includes(tool)).length;
    expect(tools).toHaveLength(100);
    expect({
      view: count('view'),
      edits: count('edit_file', 'str_replace'),
      created: count('write_file', 'create_file'),
    }).toEqual(counts);
  });

  it('edit each file once, where it says what the edit looks for', () => {
    const edits = stepsOf(project, dragoman().wording).filter(({ tool }) => tool === 'str_replace');
    expect(new Set(edits.map(({ args }) => args.path)).size).toBe(20);
    for (const { args } of edits) {
      const text = readFileSync(String(args.path), 'utf8');
      expect(text.split(String(args.old_str))).toHaveLength(2);
      expect(text.split('\n')).toHaveLength(LINES_IN_FILE + 1);
    }
  });
});

describe('the scenarios', () => {
  const scenarios = Object.values(GROUPS).flat();

  it('have names of their own', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  });

  it('are those that are published', () => {
    const names = new Set(measurementsOf(published).map(({ name }) => name));
    expect(scenarios.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(scenarios.length);
  });
});

describe('the page', () => {
  const files = reportFiles(published);
  const { 'benchmarks.md': page = '', 'images/benchmarks.svg': chart = '' } = files;

  it('is what is published, for the figures that are published', () => {
    for (const [path, text] of Object.entries(files)) expect(readFileSync(new URL(path, docs), 'utf8')).toBe(text);
  });

  it('begins with six comparisons', () => {
    const [, table = ''] = page.split('| --- | --- | --- |\n');
    const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
    expect(rows).toHaveLength(6);
    for (const line of rows) expect(line).toMatch(/^\| [a-z].* \*\*.*\d × .*\*\* .* \| [\d.]+ m?s \| [\d.]+ m?s \|$/);
  });

  it('says slower where Dragoman is', () => {
    const claim = 'starts';
    expect(headlineRow({ claim, measurement: row('a', 0.2) })).toBe(
      '| starts **5.0 × faster** than wc -l | 2.00 ms | 10.0 ms |',
    );
    expect(headlineRow({ claim, measurement: row('a', 2) })).toContain('**2.0 × slower** than wc -l');
    expect(headlineRow({ claim, measurement: row('a', 0.5, { figure: 'CPU' }) })).toContain(
      '**with 2.0 × less processor time** than wc -l',
    );
    expect(headlineRow({ claim, measurement: row('a', 2, { figure: 'CPU' }) })).toContain(
      '**with 2.0 × the processor time of** wc -l',
    );
  });

  it('has a chart for light and dark', () => {
    expect(page).toContain('](images/benchmarks.svg)');
    expect(chart).toContain('prefers-color-scheme: dark');
    for (const text of Object.values(files)) expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
});
