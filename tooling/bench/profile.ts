import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { makeLines } from './inputs.ts';
import { openScope } from './open-scope.ts';
import { type PipeClient, startServer } from './pipe-client.ts';
import { callTool, initialized } from './servers.ts';
import { sourceTree } from './source-trees.ts';

/** Whose code takes the time of a call; waiting is not counted. */
export const PARTS = ['system calls', 'Node', 'the SDK', 'garbage', 'Dragoman'] as const;
type Part = (typeof PARTS)[number];

/** Where the server's own thread spends its time during many calls of one kind. */
export interface Profile {
  readonly name: string;
  readonly calls: number;
  /** Milliseconds per call. */
  readonly parts: Readonly<Record<Part, number>>;
}

interface ProfilePlan {
  readonly name: string;
  readonly calls: number;
  /** Makes the files, and returns the server's working directory and the call; `run` counts the calls. */
  readonly open: (scope: Scope) => { readonly directory: string; readonly call: Call };
}

type Scope = ReturnType<typeof openScope>;
type Call = (server: PipeClient, run: number) => Promise<unknown>;

const PLANS: readonly ProfilePlan[] = [
  {
    name: 'view of ten lines of 2,000',
    calls: 10_000,
    open(scope) {
      const path = makeLines(scope, 'lines', 70_000);
      return {
        directory: scope.directory,
        call: (server) => callTool(server, 'view', { path, view_range: [1001, 1010] }),
      };
    },
  },
  {
    name: 'str_replace in 4 KB',
    calls: 1_000,
    open(scope) {
      const path = makeLines(scope, 'lines', 4_000);
      const words = ['add7(', 'sum7('] as const;
      return {
        directory: scope.directory,
        call(server, run) {
          const [old_str, new_str] = run % 2 === 0 ? words : words.toReversed();
          return callTool(server, 'str_replace', { path, old_str, new_str });
        },
      };
    },
  },
  {
    name: 'grep of 2,900 files',
    calls: 100,
    open: () => ({
      directory: sourceTree(2_900),
      call: (server) => callTool(server, 'grep', { pattern: 'needle', output_mode: 'content' }),
    }),
  },
];

/** A row of a table: the name, then what each part takes. */
export function profileRow({ name, parts }: Profile): string[] {
  const all = PARTS.reduce((sum, part) => sum + parts[part], 0);
  return [
    name,
    ...PARTS.map((part) => `${(parts[part] * 1000).toFixed(0)} µs (${Math.round((parts[part] / all) * 100)} %)`),
  ];
}

/** Profiles a typical call of each kind, on a server bundled by module, so that a sample's file says whose code ran. */
export async function measureProfiles(): Promise<Profile[]> {
  const profiles: Profile[] = [];
  for (const plan of PLANS) profiles.push(await profiled(plan));
  return profiles;
}

async function profiled({ name, calls, open }: ProfilePlan): Promise<Profile> {
  await using scope = openScope();
  const { directory, call } = open(scope);
  const run = { from: 0, to: 0 };
  {
    await using server = await startProfiled(scope.directory, directory);
    for (let warm = 0; warm < calls; warm += 1) await call(server, warm);
    run.from = now();
    for (let done = 0; done < calls; done += 1) await call(server, done + calls);
    run.to = now();
  }
  const [file = ''] = readdirSync(scope.directory).filter((entry) => entry.endsWith('.cpuprofile'));
  const times = timesOf(JSON.parse(readFileSync(join(scope.directory, file), 'utf8')) as CpuProfile, run);
  const parts = Object.fromEntries(PARTS.map((part) => [part, (times.get(part) ?? 0) / 1000 / calls]));
  return { name, calls, parts: parts as Record<Part, number> };
}

async function startProfiled(profiles: string, directory: string): Promise<PipeClient> {
  const server = join(import.meta.dirname, '../by-module/dist/server.js');
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=100'];
  const options = ['--dialect', 'editor', '--workdir', directory, '--log-level', 'error'];
  return initialized(startServer([...profiling, server, ...options]));
}

/** Microseconds by the clock of V8's samples, which all processes of a machine share. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** What `--cpu-prof` writes: the `Profiler.Profile` of the DevTools protocol. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
}

/** Microseconds in each part, of the samples taken between two times. */
function timesOf(profile: CpuProfile, { from, to }: { from: number; to: number }): Map<Part, number> {
  const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
  const times = new Map<Part, number>();
  let time = profile.startTime;
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index] ?? 0;
    time += delta;
    const owner = owners.get(id) ?? null;
    if (owner !== null && time > from && time <= to) times.set(owner, (times.get(owner) ?? 0) + delta);
  });
  return times;
}

/** Null if the thread waits. */
function ownerOf({ functionName, url }: CallFrame): Part | null {
  if (functionName === '(idle)') return null;
  if (functionName === '(garbage collector)') return 'garbage';
  if (url === '') return SYSTEM_CALLS.has(functionName) ? 'system calls' : 'Node';
  if (url.startsWith('node:')) return 'Node';
  return /\/node_modules\/.*\/node_modules\/(?:@modelcontextprotocol\/sdk|zod)\//.test(url) ? 'the SDK' : 'Dragoman';
}

/** Functions of Node's bindings that only make system calls. */
const SYSTEM_CALLS = new Set([
  ...['open', 'close', 'read', 'writeBuffer', 'writeString', 'writeUtf8String', 'fsync', 'rename', 'unlink'],
  ...['fstat', 'lstat', 'stat', 'readlink', 'readdir', 'access', 'symlink', 'fchmod', 'fchown', 'mkdir', 'spawn'],
]);
