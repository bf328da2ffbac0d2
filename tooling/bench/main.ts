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
import { confirmedRegressions, keyOf, measurementsOf, type Results, regressions } from './results.ts';
import type { Scenario } from './scenario.ts';
import { tableRow } from './table.ts';
import { type Effort, measureTask, type Task, type TaskResult } from './tasks.ts';
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

// A quick run warms each row up for a second at the most, and samples it for two.
const QUICK_MS = 1000;
const QUICK_EFFORT = { rounds: 7, warmUps: 5 };
const EFFORT = { rounds: 21, warmUps: WARM_UPS };

const before = values.against === undefined ? null : kept(values.against);
const docs = join(import.meta.dirname, '../../../docs');
const published = kept(join(docs, 'benchmarks.json'));
const results = values.from === undefined ? await measureChosen() : kept(values.from);

if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
// A report with only some rows, or from a quick run, could be taken for the full one.
if (positionals.length === 0 && !values.quick && process.exitCode !== 1) writeReport(results);
process.exitCode ||= await verdict(results);

async function measureChosen(): Promise<Results> {
  if (!values.cluster && !values.http) return measureAll();
  const groups = values.http ? await runGroups(HTTP_GROUPS) : await measureMounts();
  return { machine: machineFacts(), groups, tasks: [], growths: [], profiles: [] };
}

/** File systems of several machines have to be started, as root, and are measured by themselves. */
function measureMounts(): Promise<Results['groups']> {
  return measureSharedMounts(async (scenario) => (isChosen(scenario) ? measure(scenario, hurryMs()) : null));
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
    for (const scenario of scenarios.filter(isChosen)) measurements.push(await runScenario(scenario, hurryMs()));
    if (measurements.length > 0) groups.push({ title, measurements });
  }
  return groups;
}

async function runScenario(scenario: Scenario, withinMs?: number): Promise<Measurement> {
  const measurement = await measure(scenario, withinMs);
  process.stdout.write(`${tableRow(measurement)}\n`);
  return measurement;
}

async function runTasks(): Promise<TaskResult[]> {
  const found: TaskResult[] = [];
  for (const task of TASKS.filter(({ title }) => isNamed(title))) {
    found.push(await runTask(task, values.quick ? QUICK_EFFORT : EFFORT));
  }
  return found;
}

async function runTask(task: Task, effort: Effort): Promise<TaskResult> {
  const result = await measureTask(task, effort);
  const rows = result.ways.map((way) => `    ${wayRow(way).join('  ')}\n`);
  process.stdout.write(`  ${result.title}\n${rows.join('')}`);
  return result;
}

/** Measures in full the rows that got worse in a quick run. */
async function measureAgain(measured: ReadonlySet<string>): Promise<Results> {
  process.stdout.write('Again, what seems worse:\n');
  const scenarios = [...GROUPS, ...HTTP_GROUPS].flatMap((group) => group.scenarios);
  const measurements: Measurement[] = [];
  for (const scenario of scenarios) if (measured.has(keyOf(scenario))) measurements.push(await runScenario(scenario));
  const tasks: TaskResult[] = [];
  for (const task of TASKS) if (measured.has(task.title)) tasks.push(await runTask(task, EFFORT));
  return { machine: machineFacts(), groups: [{ title: 'Again', measurements }], tasks, growths: [], profiles: [] };
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

function hurryMs(): number | undefined {
  return values.quick ? QUICK_MS : undefined;
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

/** The exit status: 1 with `--against` if a ratio got worse, and without it if a target was missed. */
async function verdict(found: Results): Promise<number> {
  if (before === null) return measurementsOf(found).every(({ ratio, target }) => ratio <= target) ? 0 : 1;
  const suspects = regressions(before, found);
  // What was read from a file, or needs mounts and stores that are gone by now, is not measured again.
  const isRepeatable = values.from === undefined && !values.cluster && !values.object;
  const worse = isRepeatable ? await confirmedRegressions(before, suspects, measureAgain) : suspects;
  for (const { name, before: was, now } of worse) {
    process.stdout.write(`worse: ${name}: ${was.toFixed(2)} -> ${now.toFixed(2)}\n`);
  }
  process.stdout.write(`${suspects.length} rows seemed worse, ${worse.length} are.\n`);
  return worse.length > 0 ? 1 : 0;
}
