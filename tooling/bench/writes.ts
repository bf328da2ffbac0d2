import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceText } from './inputs.ts';
import { openScope } from './open-scope.ts';
import type { Sampler, Scenario, Scope, Side } from './scenario.ts';
import { callTool, startBare, startDragoman, startSdk } from './servers.ts';
import { timed, timedCalls, WARM_UPS } from './timed.ts';

const SIZES = { '1 KB': 1024, '100 KB': 100 * 1024, '5 MB': 5 * 1024 * 1024 } as const;
type Size = keyof typeof SIZES;

function bare(task: 'write' | 'replace', size: Size): (scope: Scope) => Sampler {
  return (scope) => {
    const server = startBare(scope);
    const [path, content] = [join(scope.directory, 'reference'), sourceText(SIZES[size])];
    return writing(size)(() => server.request(task, { path, content }));
  };
}

function created(size: Size, options: readonly string[] = []): (scope: Scope) => Promise<Sampler> {
  return async (scope) => {
    const server = await startDragoman(scope, options);
    const content = sourceText(SIZES[size]);
    return writing(size)(() => callTool(server, 'create_file', { path: 'subject', content }));
  };
}

/** Replaces one word of a file by another, and back. */
async function edited(scope: Scope): Promise<Sampler> {
  const server = await startDragoman(scope);
  await callTool(server, 'create_file', { path: 'subject', content: `${sourceText(96 * 1024)}\nlast word\n` });
  const words = ['last word', 'word at last'] as const;
  return timedCalls((run) => {
    const [old_str, new_str] = run % 2 === 0 ? words : words.toReversed();
    return callTool(server, 'str_replace', { path: 'subject', old_str, new_str });
  });
}

async function received(scope: Scope): Promise<Sampler> {
  const server = await startSdk(scope);
  const content = sourceText(SIZES['5 MB']);
  return timed(() => callTool(server, 'nothing', { path: 'subject', content }));
}

/** How many samples do not count: calls of 5 MB make V8's heap grow at first. */
function warmUpsFor(size: Size): number {
  return size === '5 MB' ? 20 : WARM_UPS;
}

function writing(size: Size): (act: (run: number) => Promise<unknown>) => Sampler {
  return size === '5 MB' ? timed : timedCalls;
}

/** The two sides of a write, which agree where both leave the same bytes. */
function bothWrite(reference: Side, subject: Side): Pick<Scenario, 'reference' | 'subject' | 'agree'> {
  const agree = async (): Promise<void> => {
    await using scope = openScope();
    for (const side of [reference, subject]) await (await side(scope))();
    const bytesOf = (name: string): Buffer => readFileSync(join(scope.directory, name));
    ok(bytesOf('subject').equals(bytesOf('reference')), 'The two wrote different bytes');
  };
  return { reference, subject, agree };
}

const sizes = Object.keys(SIZES) as Size[];

export const writes: readonly Scenario[] = [
  ...sizes.map((size): Scenario => {
    return {
      name: `write ${size}`,
      against: 'pipe, open, write, fsync, rename, fsync',
      ...bothWrite(bare('replace', size), created(size)),
      target: 1.4,
      unit: 'ms',
      rounds: 41,
      warmUps: warmUpsFor(size),
    };
  }),
  {
    name: 'edit in 96 KB',
    against: 'pipe, open, write, fsync, rename, fsync of as much',
    reference: bare('replace', '100 KB'),
    subject: edited,
    target: 1.5,
    unit: 'ms',
    rounds: 41,
    warmUps: WARM_UPS,
  },
  {
    name: 'write 5 MB',
    against: 'a call of the SDK that receives as much',
    reference: received,
    subject: created('5 MB'),
    target: 0.6,
    unit: 'ms',
    rounds: 31,
    warmUps: warmUpsFor('5 MB'),
  },
  ...sizes.map((size): Scenario => {
    return {
      name: `write ${size} with --no-fsync`,
      against: 'pipe, writeFile',
      ...bothWrite(bare('write', size), created(size, ['--no-fsync'])),
      target: 2.5,
      unit: 'ms',
      rounds: 41,
      warmUps: warmUpsFor(size),
    };
  }),
];
