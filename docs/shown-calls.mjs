import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createToolset } from '../packages/dialects/dist/index.js';
import { PROJECT, SAMPLE_CALLS } from './sample-calls.mjs';

/** Apparent place of the project, whatever the temporary directory of the machine that builds the site. */
const SHOWN_ROOT = '/project';

/**
 * Makes the sample calls of a dialect.
 * @returns by the tool's name: `{ args, text, isError }` of the call that succeeds and of the one that fails, in JSON
 * and as a model reads it
 * @throws Error if a tool has no sample, or a call ends in another way than it is to show
 */
export async function shownCalls(dialect) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sample-')));
  try {
    plant(root);
    const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: { PATH: process.env.PATH } };
    const toolset = await createToolset({
      dialect,
      session: { workdir: root, memoryDir: join(root, '.memory'), shell },
    });
    try {
      return await callAll(toolset, SAMPLE_CALLS[dialect](root), root);
    } finally {
      await toolset.close();
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

function plant(root) {
  for (const [path, content] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function callAll(toolset, samples, root) {
  const shown = {};
  for (const { name } of toolset.tools) {
    if (samples[name] === undefined) throw new Error(`${name} has no sample call`);
    // Of more than two, those between make ready what another tool needs.
    const [good, ...others] = samples[name];
    const bad = others.pop();
    for (const other of others) await toolset.call(name, other);
    const args = await withRunning(toolset, good);
    shown[name] = [await callOne(toolset, { name, args, root }), await callOne(toolset, { name, args: bad, root })];
    if (shown[name][0].isError || !shown[name][1].isError) throw new Error(`${name} does not end as it is to show`);
  }
  return shown;
}

/** The arguments, with the id of a running command where they ask for one. */
async function withRunning(toolset, args) {
  if (args.task_id !== undefined) return { task_id: await startTask(toolset) };
  if (args.pid !== undefined) {
    const started = await toolset.call('run_shell_command', { command: 'echo built; sleep 5', is_background: true });
    return { pid: started._meta['dragoman/outcome'].pid };
  }
  if (args.session_id === undefined) return args;
  const started = await toolset.call('exec_command', { cmd: 'sleep 0.5; echo built', yield_time_ms: 250 });
  return { session_id: started._meta['dragoman/outcome'].sessionId };
}

/** A background command to ask for, by its id. */
async function startTask(toolset) {
  const name = toolset.tools.find(({ name }) => name.toLowerCase() === 'bash').name;
  const started = await toolset.call(name, { command: 'echo built', run_in_background: true });
  return started._meta['dragoman/outcome'].taskId;
}

async function callOne(toolset, { name, args, root }) {
  const { content, isError = false } = await toolset.call(name, args);
  const relocated = (text) => text.replaceAll(root, SHOWN_ROOT);
  const text = content.map((block) => block.text ?? `(${block.type})`).join('\n');
  return { args: relocated(JSON.stringify(args)), text: relocated(text), isError };
}
