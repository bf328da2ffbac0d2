import { sourceText } from './inputs.ts';
import type { Scenario } from './scenario.ts';
import type { Way } from './tasks.ts';
import { timed, timedCalls, WARM_UPS } from './timed.ts';
import { bare, between, dragoman, nothing } from './ways.ts';
import { editing, rewriting, SYNCED, writing } from './write-calls.ts';

const SIZES = { '1 KB': 1024, '100 KB': 100 * 1024, '5 MB': 5 * 1024 * 1024 } as const;
type Size = keyof typeof SIZES;

function bareWrite(task: 'write' | 'replace', size: Size): Way {
  const call = writing('reference', sourceText(SIZES[size]), (path, content) => ({ path, content }));
  return bare(task, task === 'write' ? 'writeFile' : SYNCED, call);
}

function created(size: Size, options: readonly string[] = []): Way {
  const call = writing('subject', sourceText(SIZES[size]), (path, content) => ({ path, content }));
  return dragoman('editor', 'create_file', call, options);
}

const edited = dragoman(
  'editor',
  'str_replace',
  editing('subject', { args: ({ path, from, to }) => ({ path, old_str: from, new_str: to }) }),
);

/** Large calls make V8's heap grow at first. */
function calling(size: Size) {
  return size === '5 MB' ? { sampled: timed, warmUps: 20 } : { sampled: timedCalls, warmUps: WARM_UPS };
}

const sizes = Object.keys(SIZES) as Size[];

export const writes: readonly Scenario[] = [
  ...sizes.map((size): Scenario => {
    const { sampled, warmUps } = calling(size);
    return {
      ...{ name: `write ${size}`, against: 'pipe, open, write, fsync, rename, fsync', unit: 'ms' },
      ...between(bareWrite('replace', size), created(size), sampled),
      ...{ target: 1.4, rounds: 41, warmUps },
    };
  }),
  {
    ...{ name: 'edit in 96 KB', against: 'pipe, open, write, fsync, rename, fsync of as much', unit: 'ms' },
    ...between(bare('replace', SYNCED, rewriting('reference')), edited),
    ...{ target: 1.5, rounds: 41, warmUps: WARM_UPS },
  },
  {
    ...{ name: 'write 5 MB', against: 'a call of the SDK that receives as much', unit: 'ms' },
    ...between(received(), created('5 MB'), timed),
    // For as long as it lives, one server is quicker than another of the same kind where large strings come and go.
    ...{ target: 0.6, rounds: 33, warmUps: calling('5 MB').warmUps, restarts: 2 },
  },
  ...sizes.map((size): Scenario => {
    const { sampled, warmUps } = calling(size);
    return {
      ...{ name: `write ${size} with --no-fsync`, against: 'pipe, writeFile', unit: 'ms' },
      ...between(bareWrite('write', size), created(size, ['--no-fsync']), sampled),
      ...{ target: 2.5, rounds: 41, warmUps },
    };
  }),
];

/** The SDK's smallest server, which only takes the content. */
function received(): Way {
  const content = sourceText(SIZES['5 MB']);
  return nothing({ args: () => ({ path: 'subject', content }), outcome: () => content });
}
