import { equal } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceText } from './inputs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { startDragoman } from './servers.ts';
import { timed } from './timed.ts';

const SIZE = 10 * 1024 * 1024 - 100;

/** An edit whose old text is not in the file, although much of the file is similar. */
async function refused(scope: Scope, content: string, oldText: string): Promise<Sampler> {
  const server = await startDragoman(scope);
  writeFileSync(join(scope.directory, 'large'), content);
  const args = { path: 'large', old_str: oldText, new_str: '' };
  return timed(async () => {
    const answer = await server.request('tools/call', { name: 'str_replace', arguments: args });
    equal((answer as { readonly isError?: boolean }).isError, true);
  });
}

// A fixed limit of 300 ms instead of a measured reference.
const limit = { against: 'limit', reference: () => () => 300, target: 1, unit: 'ms', rounds: 7 } as const;

export const refusedEdit: readonly Scenario[] = [
  {
    ...limit,
    name: 'nothing matches in 10 MB of code',
    subject: (scope) =>
      refused(scope, sourceText(SIZE), '// Both are Numbers, as the caller made sure.\n return one+other;'),
  },
  {
    ...limit,
    name: 'nothing matches in one line of 10 MB',
    subject: (scope) => refused(scope, 'const word = 1; '.repeat(SIZE / 16), 'const  word = 2;'),
  },
  {
    ...limit,
    name: 'nothing matches 10,000 characters in 10 MB of code',
    subject: (scope) => refused(scope, sourceText(SIZE), `${sourceText(10_000)}and no more`),
  },
];
