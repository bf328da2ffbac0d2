import type { DeniedEntries } from '@dragoman/fs-core/internal/kernel';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createTraces } from './command-traces.ts';

const NOTHING: DeniedEntries = {
  unwritable: [],
  unreadableFiles: [],
  unreadableDirectories: [],
  fixedDirectories: [],
  repositories: [],
};

describe('createTraces', () => {
  it('says once that a search was not whole', async () => {
    await using tree = await openTree({ file: '' });
    // What is no directory cannot be looked into, which root could do with a closed one.
    const watch = createTraces(() => ({ roots: [tree.path('file')], deniedEntries: () => NOTHING }));
    const none = { planted: [], cleared: [], more: 0 };
    expect(await watch(NOTHING, false)()).toEqual({ ...none, isPartial: true });
    expect(await watch(NOTHING, false)()).toBeUndefined();
  });

  it('says and logs each time that a search failed', async () => {
    const logged: unknown[] = [];
    const deniedEntries = () => {
      throw new Error('out of descriptors');
    };
    const watch = createTraces(
      () => ({ roots: [], deniedEntries }),
      (...line) => logged.push(line),
    );
    const failed = { planted: [], cleared: [], more: 0, isFailed: true };
    expect([await watch(NOTHING, false)(), await watch(NOTHING, false)()]).toEqual([failed, failed]);
    const line = ['error', 'The search for what a command left failed', { error: 'Error: out of descriptors' }];
    expect(logged).toEqual([line, line]);
  });
});
