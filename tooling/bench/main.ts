import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { GROUPS, GROWTHS, type Group, HTTP_GROUPS, OBJECT_GROUPS, TASKS } from './groups.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { machineFacts } from './machine.ts';
import { type Measurement, measure } from './measure.ts';
import { measureSharedMounts } from './measure-shared-mounts.ts';
import { endGateway } from './object/objects.ts';
import { measureProfiles, type Profile, profileRow } from './profile.ts';
import { httpPage, report, sharedMountsPage } from './report.ts';
import { measurementsOf, type Results, regressions } from './results.ts';
import type { Scenario } from './scenario.ts';
import { tableRow } from './table.ts';
import { measureTask, type TaskResult } from './tasks.ts';
import { WARM_UPS } from './timed.ts';
import { wayRow } from './way-row.ts';

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    json: { type: 'string' },
    against: { type: 'string' },
    from: { type: 'string' },
    object: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const before = values.against === undefined ? null : kept(values.against);
const docs = join(import.meta.dirname, '../../../docs');
const published = kept(join(docs, 'benchmarks.json'));
const results = values.from === undefined ? await measureChosen() : kept(values.from);

if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
// A report with only some rows, or from a quick run, could be taken for the full one.
if (positionals.length === 0 && !values.quick && process.exitCode !== 1) writeReport(results);
process.exitCode ||= verdict(results);

async function measureChosen(): Promise<Results> {
  if (!values.cluster && !values.http) return measureAll();
  const groups = values.http ? await runGroups(HTTP_GROUPS) : await measureMounts();
  return { machine: machineFacts(), groups, tasks: [], growths: [], profiles: [] };
}

/** File systems of several machines have to be started, as root, and are measured by themselves. */
function measureMounts(): Promise<Results['groups']> {
  return measureSharedMounts((scenario) => (isChosen(scenario) ? asWanted(scenario) : null));
}

async function measureAll(): Promise<Results> {
  const isOfStore = ({ title }: { readonly title: string }): boolean =>
    OBJECT_GROUPS.some((one) => one.title === title);
  if (values.object) {
    const measured = await runStoreGroups();
    return { ...published, groups: [...published.groups.filter((group) => !isOfStore(group)), ...measured] };
  }
  return {
    machine: machineFacts(),
    groups: [...(await runGroups(GROUPS)), ...published.groups.filter(isOfStore)],
    tasks: await runTasks(),
    growths: await runGrowths(),
    profiles: await runProfiles(),
  };
}

async function runStoreGroups(): Promise<Results['groups']> {
  try {
    return await runGroups(OBJECT_GROUPS);
  } finally {
    await endGateway();
  }
}

function kept(path: string): Results {
  return JSON.parse(readFileSync(path, 'utf8')) as Results;
}

async function runGroups(chosen: readonly Group[]): Promise<Results['groups']> {
  const groups = [];
  for (const { title, scenarios } of chosen) {
    const measurements: Measurement[] = [];
    for (const scenario of scenarios.filter(isChosen)) {
      const measurement = await measure(asWanted(scenario));
      process.stdout.write(`${tableRow(measurement)}\n`);
      measurements.push(measurement);
    }
    if (measurements.length > 0) groups.push({ title, measurements });
  }
  return groups;
}

async function runTasks(): Promise<TaskResult[]> {
  const effort = values.quick ? { rounds: 2, warmUps: 1 } : { rounds: 21, warmUps: WARM_UPS };
  const found: TaskResult[] = [];
  for (const task of TASKS.filter(({ title }) => isNamed(title))) {
    const result = await measureTask(task, effort);
    const rows = result.ways.map((way) => `    ${wayRow(way).join('  ')}\n`);
    process.stdout.write(`  ${result.title}\n${rows.join('')}`);
    found.push(result);
  }
  return found;
}

async function runGrowths(): Promise<Growth[]> {
  const growths: Growth[] = [];
  for (const plan of values.quick ? [] : GROWTHS.filter(({ title }) => isNamed(title))) {
    const growth = await measureGrowth(plan);
    for (const { name, slope } of growth.lines) {
      process.stdout.write(`  ${growth.title}: ${name} grows with slope ${slope.toFixed(2)}\n`);
    }
    growths.push(growth);
  }
  return growths;
}

async function runProfiles(): Promise<readonly Profile[]> {
  if (values.quick || !isNamed('profile')) return [];
  const profiles = await measureProfiles();
  for (const profile of profiles) process.stdout.write(`  ${profileRow(profile).join('  ')}\n`);
  return profiles;
}

function isChosen({ name, isLong }: Scenario): boolean {
  return isNamed(name) && !(values.quick && isLong);
}

function isNamed(name: string): boolean {
  return positionals.length === 0 || positionals.some((part) => name.includes(part));
}

function asWanted(scenario: Scenario): Scenario {
  return values.quick ? hurried(scenario) : scenario;
}

function hurried(scenario: Scenario): Scenario {
  return {
    ...scenario,
    rounds: Math.min(3, scenario.rounds),
    warmUps: Math.min(1, scenario.warmUps ?? 1),
    restarts: 0,
  };
}

function writeReport(written: Results): void {
  const [name, files] = pagesOf(written);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(docs, path), text);
  writeFileSync(join(docs, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`);
}

/** The name of the results among the pages, and the files that are made of them. */
function pagesOf(written: Results): readonly [string, Readonly<Record<string, string>>] {
  if (values.http) return ['benchmarks-http', { 'benchmarks-http.md': httpPage(written) }];
  if (values.cluster) return ['benchmarks-cluster', { 'benchmarks-cluster.md': sharedMountsPage(written) }];
  return ['benchmarks', report(written)];
}

/** The exit status: 1 with `--against` where a ratio got worse, and without it where a target was missed. */
function verdict(found: Results): number {
  if (before === null) return measurementsOf(found).every(({ ratio, target }) => ratio <= target) ? 0 : 1;
  const worse = regressions(before, found);
  for (const { name, before: was, now } of worse) {
    process.stdout.write(`worse: ${name}: ${was.toFixed(2)} -> ${now.toFixed(2)}\n`);
  }
  return worse.length > 0 ? 1 : 0;
}
