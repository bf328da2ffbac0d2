// Records what the tools of Gemini CLI itself answer, into recording.json; with --against a version (such as latest), says
// where that one answers differently, and writes nothing.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rgPath } from '@vscode/ripgrep';
import { CASES, TREES } from './cases.mjs';
import { plantTree, treeAt } from './trees.mjs';

const PACKAGE = '@google/gemini-cli-core';
const VERSION = '0.61.0';
const FILE = join(import.meta.dirname, 'recording.json');

const TOOL_CLASSES = {
  read_file: 'ReadFileTool',
  write_file: 'WriteFileTool',
  replace: 'EditTool',
  grep_search: 'RipGrepTool',
  glob: 'GlobTool',
  list_directory: 'LSTool',
  read_many_files: 'ReadManyFilesTool',
  run_shell_command: 'ShellTool',
};

const [option, asked] = process.argv.slice(2);
const version = option === '--against' ? asked : VERSION;
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'recorder-')));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// Nothing of the user's own is read or written.
process.env.HOME = join(scratch, 'home');
mkdirSync(process.env.HOME);

const recording = await record(await installed(version));
if (option === '--against') compare(recording);
else writeFileSync(FILE, `${JSON.stringify(recording, null, 1)}\n`);
process.exit();

async function installed(wanted) {
  const prefix = join(scratch, 'package');
  mkdirSync(prefix);
  const args = ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${wanted}`];
  const npm = spawn('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => npm.on('close', resolve));
  if (code !== 0) throw new Error(`npm ended with status ${code}`);
  const directory = join(prefix, 'node_modules', PACKAGE);
  const { main = 'index.js', version: found } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return { core: await import(pathToFileURL(join(directory, main)).href), found };
}

async function record({ core, found }) {
  const cases = [];
  for (const [tree, tool, args] of CASES)
    cases.push({ tree, tool, args, ...(await answerOf(core, { tree, tool, args })) });
  return { package: PACKAGE, version: found, schemas: await schemasOf(core), trees: TREES, cases };
}

/** Schemas of the arguments, as the client gives them to its model. */
async function schemasOf(core) {
  const made = Object.keys(TOOL_CLASSES).map(async (name) => {
    const tool = await toolIn(core, name, mkdtempSync(join(scratch, 'tree-')));
    return [name, tool.schema.parametersJsonSchema];
  });
  return Object.fromEntries(await Promise.all(made));
}

async function answerOf(core, { tree, tool, args }) {
  const root = mkdtempSync(join(scratch, 'tree-'));
  plantTree(root, TREES[tree]);
  const given = JSON.parse(JSON.stringify(args).replaceAll('ROOT', root));
  const ofClient = await toolIn(core, tool, root);
  const result = await ofClient.validateBuildAndExecute(given, new AbortController().signal);
  const text = shown(result.error?.message ?? [result.llmContent].flat().join('\n'), root);
  return { text, after: changes(TREES[tree], treeAt(root)) };
}

async function toolIn(core, name, root) {
  const config = new core.Config({
    ...{ sessionId: 'recorder', targetDir: root, cwd: root, debugMode: false },
    ...{ model: 'gemini-3-pro-preview', disableLLMCorrection: true },
  });
  await config.storage.initialize();
  config.getRipgrepPath = async () => rgPath;
  // No model corrects anything.
  config.getBaseLlmClient = () => ({});
  const bus = { subscribe() {}, unsubscribe() {}, publish() {} };
  return new core[TOOL_CLASSES[name]](config, bus);
}

/** Takes out of a text what differs from run to run, and what only the client adds. */
function shown(text, root) {
  return text
    .replace(/^<untrusted_context>\n(.*)\n<\/untrusted_context>$/s, '$1')
    .replaceAll(root, 'ROOT')
    .replaceAll(dirname(root), 'PARENT')
    .replace(/ or the project temp directory: [^\n]*/, '')
    .replace(/(PGID: )\d+/, '$1N');
}

/** Files that are not as they were before; null for one that is gone. */
function changes(before, after) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].filter((name) => before[name] !== after[name]).map((name) => [name, after[name] ?? null]),
  );
}

function compare({ version: newer, cases, schemas }) {
  const known = JSON.parse(readFileSync(FILE, 'utf8'));
  const different = cases.filter((each, index) => JSON.stringify(each) !== JSON.stringify(known.cases[index]));
  const changed = Object.keys(schemas).filter(
    (name) => JSON.stringify(schemas[name]) !== JSON.stringify(known.schemas[name]),
  );
  for (const name of changed) console.log(`${name} takes ${JSON.stringify(schemas[name])}`);
  console.log(
    `${PACKAGE} ${newer} answers ${different.length} of ${cases.length} cases otherwise than ${known.version}`,
  );
  for (const { tool, args, text } of different)
    console.log(`\n${tool} ${JSON.stringify(args)}\n${JSON.stringify(text)}`);
  if (different.length + changed.length > 0) process.exit(1);
}
