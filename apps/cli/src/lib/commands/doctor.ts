import { journalSessionOf, type Options, plainLine } from '@dragoman/dialects/internal/options';
import { findingsText } from '@dragoman/formatters/internal/command-line';
import type { Session } from '@dragoman/tools';
import { type Diagnosis, diagnose } from '@dragoman/tools/internal/diagnosis';
import { examineIndexes } from '@dragoman/tools/internal/indexes';
import type { Invocation } from '../cli-context.ts';
import { jsonLine } from '../json-line.ts';
import { localOptions, optionsFrom, sessionFrom } from '../options.ts';
import { commandWords } from '../program-flags.ts';
import { textOf } from './index-text.ts';

type Row = readonly [state: 'ok' | 'weaker' | 'broken', about: string];

/** `doctor`: what works here, and what is weaker. The exit status is 1 if a tool cannot work. */
export async function examine({ words, context }: Invocation): Promise<number> {
  const { values } = commandWords(words);
  const options = optionsFrom(values, context);
  const session = await sessionFrom(options, context);
  const volumes = await volumesIn(options, session).finally(() => session.close());
  const settings = journalSessionOf(localOptions(options, context));
  const diagnosis = await diagnose(settings, context.environment);
  const isRefused = diagnosis.journal !== null && 'reason' in diagnosis.journal;
  const indexes = await examineIndexes(isRefused ? { ...settings, journal: null } : settings);
  const { node } = process.versions;
  const indexRow: Row = ['ok', `Index: ${indexes.map(textOf).join('; ')}`];
  const rows = [
    nodeRow(node),
    ...rowsOf(diagnosis),
    ...(indexes.length === 0 ? [] : [indexRow]),
    ...volumes.map(volumeRow),
  ];
  const { stdout } = context;
  if (values.has('json')) stdout.write(jsonLine({ node, ...diagnosis, indexes, volumes }));
  else stdout.write(rows.map(([state, about]) => `${state.padEnd(6)}  ${about}\n`).join(''));
  return rows.some(([state]) => state === 'broken') ? 1 : 0;
}

/** A store, and why it cannot be used; null if it can. */
interface VolumeFinding {
  readonly at: string;
  readonly url: string;
  readonly fault: string | null;
}

async function volumesIn({ volumes }: Options, session: Session): Promise<VolumeFinding[]> {
  if (volumes.length === 0) return [];
  const fault = await session.prepare().then(
    () => null,
    (error: Error) => error.message,
  );
  return volumes.map(({ at, url }) => ({ at, url, fault }));
}

function volumeRow({ at, url, fault }: VolumeFinding): Row {
  const about = `${at}, ${url}: ${fault ?? 'writers everywhere are kept apart'}`;
  return [fault === null ? 'ok' : 'broken', plainLine(about)];
}

/** The oldest version is that of `engines` in package.json. */
function nodeRow(version: string): Row {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return ['ok', `Node.js ${version}`];
  return ['broken', `Node.js ${version}: 20.19 is the oldest that works`];
}

function rowsOf({ ripgrep, sandbox, confinement, trees, journal }: Diagnosis): Row[] {
  return [
    ripgrep.works
      ? ['ok', `ripgrep ${ripgrep.version}: contents can be searched`]
      : ['broken', `ripgrep: contents cannot be searched. ${ripgrep.reason}`],
    sandbox.works
      ? ['ok', 'Sandbox: --shell sandboxed confines commands']
      : ['weaker', `Sandbox: --shell sandboxed is refused; commands run unconfined or not at all. ${sandbox.reason}`],
    confinement === 'proc'
      ? ['ok', '/proc: every path is followed by descriptor']
      : ['weaker', '/proc: not here. Paths are checked step by step from inside each directory, which is slower'],
    ...trees.map(treeRow),
    ...(journal === null ? [] : [journalRow(journal)]),
  ];
}

function journalRow(journal: NonNullable<Diagnosis['journal']>): Row {
  if ('reason' in journal) return ['broken', `Journal: ${plainLine(journal.reason)}`];
  const isWhole = journal.damagedLines === 0 && journal.damagedOperations === 0;
  return [isWhole ? 'ok' : 'weaker', findingsText(journal)];
}

const APART: Readonly<Record<Diagnosis['trees'][number]['reach'], string>> = {
  user: 'writers on this machine are kept apart',
  cluster: 'writers on all machines are kept apart',
  none: 'writers cannot be kept apart, so nothing is written',
};

function treeRow({ root, type, reach, fault, clockMs }: Diagnosis['trees'][number]): Row {
  const about = `${plainLine(root)}, ${type ?? 'unknown file system'}: ${APART[reach]}${clockText(clockMs)}`;
  return fault === null ? ['ok', about] : ['weaker', `${about}. ${plainLine(fault)}`];
}

function clockText(ms: number | null): string {
  if (ms === null) return '';
  if (ms >= 1000) return '; its times have whole seconds';
  return `; its times are exact to ${ms < 1 ? 'less than 1' : Math.round(ms)} ms`;
}
