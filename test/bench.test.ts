import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slopeOf } from '../tooling/bench/growth.ts';
import type { Measurement } from '../tooling/bench/measure.ts';
import { openScope } from '../tooling/bench/open-scope.ts';
import { httpPage, report, sharedMountsPage } from '../tooling/bench/report.ts';
import { confirmedRegressions, type Results, regressions } from '../tooling/bench/results.ts';
import { LINES_IN_FILE, makeProject, stepsOf, type Wording } from '../tooling/bench/session-steps.ts';
import { assertAgreement, type Way, type WayResult } from '../tooling/bench/tasks.ts';

const row = (name: string, ratio: number): Measurement => ({
  ...{ name, against: 'wc -l | cat', unit: 'ms', target: 1.25, ratio },
  ...{ reference: 10, subject: 10 * ratio, spread: [ratio * 0.9, ratio * 1.1] },
});

const way = (name: string, { ratio, isOurs }: Pick<WayResult, 'ratio' | 'isOurs'>): WayResult => ({
  ...{ name, isOurs, ratio, spread: [ratio * 0.9, ratio * 1.1], calls: 3100 },
  ...{ p50: 2 * ratio, p99: 5 * ratio, peakMemory: 60 },
});

const results = (...measurements: Measurement[]): Results => ({
  machine: { node: 'v20.20.2' },
  groups: [{ title: 'Reading & writing', measurements }],
  tasks: [
    {
      title: 'Ten lines',
      ways: [
        way('sed | head', { ratio: 1, isOurs: false }),
        way('view', { ratio: 1.2, isOurs: true }),
        { ...way('cat', { ratio: 12.34, isOurs: false }), peakMemory: null },
      ],
    },
  ],
  growths: [
    {
      ...{ title: 'Ten lines', id: 'growth-ten-lines', of: 'bytes', unit: 'ms' },
      lines: [
        {
          name: 'start',
          slope: 0.01,
          points: [
            { size: 1024, figure: 0.2 },
            { size: 1024 ** 3, figure: 0.21 },
          ],
        },
        {
          name: 'end <sed>',
          slope: 1,
          points: [
            { size: 1024, figure: 1 },
            { size: 1024 ** 3, figure: 900 },
          ],
        },
      ],
    },
  ],
  profiles: [
    {
      ...{ name: 'view', calls: 10 },
      parts: { 'system calls': 0.06, Node: 0.02, 'the SDK': 0.005, garbage: 0.005, Dragoman: 0.01 },
    },
  ],
});

describe('slopeOf', () => {
  it('finds the exponent of a power', () => {
    const power = fc.record({
      exponent: fc.double({ min: -3, max: 3, noNaN: true }),
      factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
      sizes: fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 8 }),
    });
    fc.assert(
      fc.property(power, ({ exponent, factor, sizes }) => {
        const points = sizes.map((size) => ({ size, figure: factor * size ** exponent }));
        expect(slopeOf(points)).toBeCloseTo(exponent, 4);
      }),
    );
  });
});

describe('assertAgreement', () => {
  const doer = (name: string, outcome: string | null) => {
    const worker = { act: () => 'answer', peakMemory: () => null, ...(outcome !== null && { outcome: () => outcome }) };
    const doing: Way = { name, isOurs: false, open: () => worker };
    return { way: doing, worker };
  };

  it('takes ways that come to the same, and those that do nothing', async () => {
    const agreement = assertAgreement([doer('nothing', null), doer('one', 'same'), doer('other', 'same')]);
    await expect(agreement).resolves.toBeUndefined();
  });

  it('names the way that comes to something else', async () => {
    const differing = assertAgreement([doer('nothing', null), doer('one', 'same'), doer('other', '')]);
    await expect(differing).rejects.toThrow('"other" does not come to the same as "one"');
  });
});

describe('regressions', () => {
  it('flags a ratio that grew by over 15 %, and nothing else', () => {
    const before = results(row('a', 1), row('b', 1), row('c', 1), row('gone', 1));
    const now = results(row('a', 1.3), row('b', 1.14), row('c', 0.5), row('new', 9));
    expect(regressions(before, now)).toEqual([
      { name: 'a, against wc -l | cat', measured: 'a, against wc -l | cat', before: 1, now: 1.3 },
    ]);
  });

  it('takes what grew by less than the samples differ for noise', () => {
    const loose = { ...row('a', 1), spread: [0.7, 1.3] as const };
    expect(regressions(results(loose), results(row('a', 1.3)))).toEqual([]);
    expect(regressions(results(row('a', 1)), results({ ...row('a', 1.3), spread: [1.05, 1.6] }))).toEqual([]);
    expect(regressions(results(loose), results(row('a', 1.5)))).toHaveLength(1);
  });

  it('counts if it shows a second time', async () => {
    const before = results(row('a', 1), row('b', 1), row('c', 1));
    const suspects = regressions(before, results(row('a', 1.4), row('b', 1.4), row('c', 1)));
    const asked: string[] = [];
    const again = async (measured: ReadonlySet<string>) => {
      asked.push(...measured);
      return results(row('a', 1.4), row('b', 1), row('c', 2));
    };
    const confirmed = await confirmedRegressions(before, suspects, again);
    expect(asked).toEqual(['a, against wc -l | cat', 'b, against wc -l | cat']);
    expect(confirmed.map(({ name }) => name)).toEqual(['a, against wc -l | cat']);
    expect(await confirmedRegressions(before, [], again)).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('flags tools that got slower beside others, and not the others', () => {
    const tools = (ratio: number): Results => ({
      ...results(),
      tasks: [
        { title: 'Ten lines', ways: [way('sed', { ratio, isOurs: false }), way('view', { ratio, isOurs: true })] },
      ],
    });
    expect(regressions(tools(1), tools(1.3))).toEqual([
      { name: 'Ten lines: view', measured: 'Ten lines', before: 1, now: 1.3 },
    ]);
    expect(regressions(tools(1), tools(1.14))).toEqual([]);
    const { tasks: _, ...earlier } = tools(1);
    expect(regressions(earlier, tools(2))).toEqual([]);
  });
});

describe('stepsOf', () => {
  const named = (tool: string) => (path: string, detail?: string | number) => ({ tool, args: { path, detail } });
  const wording: Wording = {
    ...{ first: named('first'), last: named('last'), whole: named('whole') },
    ...{ edit: named('edit'), create: named('create'), list: named('list') },
  };

  it('makes a session of a hundred calls', async () => {
    await using scope = openScope();
    const tools = stepsOf(makeProject(scope), wording).map(({ tool }) => tool);
    const count = (tool: string) => tools.filter((one) => one === tool).length;
    expect(tools).toHaveLength(100);
    expect([count('first') + count('last'), count('whole')]).toEqual([50, 10]);
    expect([count('edit'), count('create'), count('list')]).toEqual([20, 10, 10]);
  });

  it('edits each file once, where it says what the edit looks for', async () => {
    await using scope = openScope();
    const edits = stepsOf(makeProject(scope), wording).filter(({ tool }) => tool === 'edit');
    expect(new Set(edits.map(({ args }) => args.path)).size).toBe(20);
    for (const { args } of edits) {
      const text = readFileSync(String(args.path), 'utf8');
      expect(text.split(String(args.detail))).toHaveLength(2);
      expect(text.split('\n')).toHaveLength(LINES_IN_FILE + 1);
    }
  });
});

describe('report', () => {
  const files = report(results(row('met', 0.5), row('missed', 2)));
  const { 'benchmarks.md': page = '', 'images/bench-growth-ten-lines.svg': chart = '' } = files;

  it('has a chart for every link and a link for every chart', () => {
    const linked = new Set([...page.matchAll(/\]\((images\/[^)]+)\)/g)].map(([, path]) => path));
    expect(linked).toEqual(new Set(Object.keys(files).filter((path) => path.endsWith('.svg'))));
  });

  it('is what is published, for the figures that are published', () => {
    const docs = new URL('../docs/', import.meta.url);
    const published = report(JSON.parse(readFileSync(new URL('benchmarks.json', docs), 'utf8')) as Results);
    for (const [path, text] of Object.entries(published)) expect(readFileSync(new URL(path, docs), 'utf8')).toBe(text);
  });

  it('of file systems of several machines is what is published, too', () => {
    const docs = new URL('../docs/', import.meta.url);
    const published = JSON.parse(readFileSync(new URL('benchmarks-cluster.json', docs), 'utf8')) as Results;
    expect(readFileSync(new URL('benchmarks-cluster.md', docs), 'utf8')).toBe(sharedMountsPage(published));
  });

  it('of the server over HTTP is what is published, too', () => {
    const docs = new URL('../docs/', import.meta.url);
    const published = JSON.parse(readFileSync(new URL('benchmarks-http.json', docs), 'utf8')) as Results;
    expect(readFileSync(new URL('benchmarks-http.md', docs), 'utf8')).toBe(httpPage(published));
  });

  it('says what was met and what was missed', () => {
    expect(page).toContain('1 of 2 targets are met');
    expect(page).toContain('| met | wc -l \\| cat | 0.50 (0.45–0.55) | ≤ 1.25 | 5.00 ms | 10.0 ms |');
    expect(page).toContain('2.00 (1.80–2.20) ✗');
  });

  it('shows what each tool takes, and others beside it', () => {
    expect(page).toContain('### Ten lines\n');
    expect(page).toContain('| sed \\| head | 2.00 ms | 5.00 ms | 1.00 (0.90–1.10) | 60.0 MB | 3,100 |');
    expect(page).toContain('| view | 2.40 ms | 6.00 ms | 1.20 (1.08–1.32) | 60.0 MB | 3,100 |');
    expect(page).toContain('| cat | 24.7 ms | 61.7 ms | 12 (11–14) | not known | 3,100 |');
  });

  it('shows sizes, figures and the slope of what grows', () => {
    expect(page).toContain('| | 1 KB | 1 GB | slope |');
    expect(page).toContain('| end <sed> | 1.00 ms | 900 ms | 1.00 |');
  });

  it('says whose code the time of a call goes to', () => {
    expect(page).toContain('| view | 60 µs (60 %) | 20 µs (20 %) | 5 µs (5 %) | 5 µs (5 %) | 10 µs (10 %) |');
  });

  it('draws charts whose text cannot break out', () => {
    expect(chart).toContain('end &#60;sed&#62;, slope 1.00');
    for (const text of Object.values(files)) expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
});
