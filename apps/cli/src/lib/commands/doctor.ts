import { sessionOptionsOf } from '@dragoman/dialects/options';
import { type Diagnosis, diagnose, type Finding } from '@dragoman/tools/diagnosis';
import type { Invocation } from '../cli-context.ts';
import { optionsFrom, sessionFrom } from '../options.ts';
import { commandWords } from '../program-flags.ts';

interface Row {
  readonly state: 'ok' | 'weaker' | 'broken';
  readonly about: string;
}

/** `doctor`: what works here, and what is weaker. The exit status is 1 where a tool cannot work. */
export async function examine({ words, context }: Invocation): Promise<number> {
  const { values } = commandWords(words);
  const options = optionsFrom(values, context);
  await sessionFrom(options, context).close();
  const diagnosis = await diagnose(sessionOptionsOf(options), context.environment);
  const rows = [
    nodeRow(process.versions.node),
    ripgrepRow(diagnosis.ripgrep),
    sandboxRow(diagnosis.sandbox),
    procRow(diagnosis),
  ];
  const isBroken = rows.some(({ state }) => state === 'broken');
  const { stdout } = context;
  if (values.has('json')) stdout.write(`${JSON.stringify({ node: process.versions.node, ...diagnosis })}\n`);
  else stdout.write(rows.map(({ state, about }) => `${state.padEnd(6)}  ${about}\n`).join(''));
  return isBroken ? 1 : 0;
}

/** The oldest version is that of `engines` in package.json. */
function nodeRow(version: string): Row {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return { state: 'ok', about: `Node.js ${version}` };
  return { state: 'broken', about: `Node.js ${version}: 20.19 is the oldest that works` };
}

function ripgrepRow(finding: Finding): Row {
  if (finding.works) return { state: 'ok', about: `ripgrep ${finding.version}: contents can be searched` };
  return { state: 'broken', about: `ripgrep: contents cannot be searched. ${finding.reason}` };
}

function sandboxRow(finding: Finding): Row {
  if (finding.works) return { state: 'ok', about: 'Sandbox: --shell sandboxed confines commands' };
  return {
    state: 'weaker',
    about: `Sandbox: --shell sandboxed is refused; commands run unconfined or not at all. ${finding.reason}`,
  };
}

function procRow({ confinement }: Diagnosis): Row {
  if (confinement === 'proc') return { state: 'ok', about: '/proc: every path is followed by descriptor' };
  return {
    state: 'weaker',
    about: '/proc: not here. Paths are checked step by step from inside each directory, which is slower',
  };
}
