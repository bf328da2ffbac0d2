import { equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuTime } from './cpu-time.ts';
import { openScope } from './open-scope.ts';
import { HAS_PROC } from './peak-memory.ts';
import type { PipeClient } from './pipe-client.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman, startOfficial } from './servers.ts';
import { LINES_IN_FILE, makeProject, stepsOf, type Wording } from './session-steps.ts';

interface Server {
  readonly start: (scope: Scope) => Promise<PipeClient>;
  readonly wording: Wording;
}

const editor: Server = {
  start: startDragoman,
  wording: {
    first: (path, lines) => ({ tool: 'view', args: { path, view_range: [1, lines] } }),
    last: (path, lines) => ({ tool: 'view', args: { path, view_range: [LINES_IN_FILE - lines + 1, LINES_IN_FILE] } }),
    whole: (path) => ({ tool: 'view', args: { path, view_range: [1, LINES_IN_FILE] } }),
    edit: (path, old_str, new_str) => ({ tool: 'str_replace', args: { path, old_str, new_str } }),
    create: (path, content) => ({ tool: 'create_file', args: { path, content } }),
    list: (path) => ({ tool: 'view', args: { path } }),
  },
};

const official: Server = {
  start: startOfficial,
  wording: {
    first: (path, head) => ({ tool: 'read_text_file', args: { path, head } }),
    // It counts what follows the last newline as a line.
    last: (path, lines) => ({ tool: 'read_text_file', args: { path, tail: lines + 1 } }),
    whole: (path) => ({ tool: 'read_text_file', args: { path } }),
    edit: (path, oldText, newText) => ({ tool: 'edit_file', args: { path, edits: [{ oldText, newText }] } }),
    create: (path, content) => ({ tool: 'write_file', args: { path, content } }),
    list: (path) => ({ tool: 'list_directory', args: { path } }),
  },
};

interface Session {
  readonly wallMs: number;
  /** Processor time of the server and its children; 0 where there is no /proc. */
  readonly cpuMs: number;
  /** What was read, step by step, and what the project is in the end. */
  readonly outcome: string;
}

/** A server's whole life, on a project of its own: from its start to the answer to the last call. */
async function hold({ start, wording }: Server): Promise<Session> {
  await using scope = openScope();
  const project = makeProject(scope);
  const steps = stepsOf(project, wording);
  const answers: string[] = [];
  const began = performance.now();
  const server = await start(scope);
  await server.request('tools/list', {});
  for (const { tool, args } of steps) answers.push(await callTool(server, tool, args));
  const wallMs = performance.now() - began;
  const cpuMs = HAS_PROC ? cpuTime(server.pid) : 0;
  const seen = steps.map(({ outcome }, index) => outcome?.(answers[index] ?? '') ?? '');
  return { wallMs, cpuMs, outcome: [...seen, ...contentsOf(project)].join('\n') };
}

function contentsOf(project: string): string[] {
  return readdirSync(project)
    .toSorted()
    .map((name) => `${name}:\n${readFileSync(join(project, name), 'utf8')}`);
}

async function sameSession(): Promise<void> {
  const [ours, theirs] = [await hold(editor), await hold(official)];
  equal(ours.outcome === theirs.outcome, true, 'A session comes to the same with each server');
}

const sampled = (server: Server, figure: 'wallMs' | 'cpuMs') => (): Sampler => async () => (await hold(server))[figure];

const beside = (what: string, figure: 'wallMs' | 'cpuMs', target: number): Scenario => ({
  name: `a session: start, tools/list, 100 mixed calls, ${what}`,
  ...{ against: 'the official filesystem server', target, unit: 'ms', rounds: 31 },
  reference: sampled(official, figure),
  subject: sampled(editor, figure),
  agree: sameSession,
});

export const session: readonly Scenario[] = [
  beside('wall', 'wallMs', 0.45),
  ...(HAS_PROC ? [beside('CPU', 'cpuMs', 0.4)] : []),
];
