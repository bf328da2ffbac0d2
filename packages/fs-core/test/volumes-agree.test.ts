import { join } from 'node:path';
import { type ContractVolume, openMemoryVolume, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileChange, ToolError } from '../src/index.ts';
import { choosePlatform } from '../src/lib/descriptors/platform.ts';
import { openLocal } from './open-local.ts';

type Call = { readonly do: 'make'; readonly path: string } | { readonly do: 'transact'; readonly changes: Changes };
type Changes = readonly (
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string; readonly recursive: boolean }
  | {
      readonly kind: 'move';
      readonly from: string;
      readonly to: string;
      readonly overwrite: boolean;
      readonly text?: string;
    }
)[];

const path = fc.constantFrom('a', 'b', 'd', 'd/a', 'd/e', 'd/e/a', 'f/', 'f', 'a/x', 'secret', 'd/secret', '', '../a');
const text = fc.constantFrom('', 'x', 'y\n');
const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, text }),
  fc.record({ kind: fc.constant('remove' as const), path, recursive: fc.boolean() }),
  fc.record(
    { kind: fc.constant('move' as const), from: path, to: path, overwrite: fc.boolean(), text },
    { requiredKeys: ['kind', 'from', 'to', 'overwrite'] },
  ),
);
const call: fc.Arbitrary<{ readonly dryRun: boolean } & Call> = fc.oneof(
  fc.record({ do: fc.constant('make' as const), path, dryRun: fc.boolean() }),
  fc.record({
    do: fc.constant('transact' as const),
    changes: fc.oneof(fc.array(change, { minLength: 1, maxLength: 1 }), fc.array(change, { maxLength: 4 })),
    dryRun: fc.boolean(),
  }),
);

/** Result of a call, without what each volume has of its own. */
async function outcomeOf({ volume, root }: ContractVolume, { dryRun, ...given }: { dryRun: boolean } & Call) {
  const at = (name: string) => `${root}/${name}`;
  const seen = <Fact>(fact: Fact) =>
    JSON.parse(JSON.stringify(fact, unlessOwn).replaceAll(JSON.stringify(root).slice(1, -1), ''));
  try {
    if (given.do === 'make') return seen(await volume.makeDirectory(at(given.path), { dryRun }));
    return seen(
      await volume.transact(
        given.changes.map((each) => changeAt(at, each)),
        { dryRun },
      ),
    );
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Of several reasons to refuse several changes, any may come first.
    return given.do === 'transact' && given.changes.length > 1 ? 'refused' : error.code;
  }
}

function changeAt(at: (name: string) => string, given: Changes[number]): FileChange {
  const change = 'text' in given ? { change: () => [new TextEncoder().encode(given.text)] } : {};
  if (given.kind === 'move') return { ...given, from: at(given.from), to: at(given.to), ...change };
  if (given.kind === 'remove') return { ...given, path: at(given.path) };
  return { kind: 'write', path: at(given.path), change: () => [new TextEncoder().encode(given.text)] };
}

function unlessOwn(name: string, value: unknown): unknown {
  return ['identity', 'synced', 'notKept'].includes(name) ? undefined : value;
}

describe('a local volume and one in memory', () => {
  it('come to the same by the same calls', async () => {
    const property = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      await using local = await openLocal(choosePlatform(), { fsync: false });
      const memory = openMemoryVolume(join(process.cwd(), 'in-memory'), ['secret*']);
      for (const each of calls) {
        const outcome = await outcomeOf(local, each);
        expect(await outcomeOf(memory, each)).toEqual(outcome);
        expect(memory.files()).toEqual(local.files());
      }
    });
    await fc.assert(property, { numRuns: testRounds(60) });
  });
});
