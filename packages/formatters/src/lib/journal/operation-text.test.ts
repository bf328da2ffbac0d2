import type { KnownOperation } from '@dragoman/outcomes/internal/parts';
import { describe, expect, it } from 'vitest';
import { appliedText, logText, pathsBelow, progressText, stopText } from './operation-text.ts';

const file = { kind: 'file', version: `sha256:${'0'.repeat(64)}`, size: 1, mode: 0o644, isKept: true } as const;
const directory = { kind: 'directory', mode: 0o755 } as const;

const operation: KnownOperation = {
  ...{ id: '3f9c2a71', time: '2026-11-23T15:11:09.000Z', session: 's', dialect: 'codex', client: 'c' },
  ...{ tool: 'apply_patch', state: 'undone', changes: [] },
  entries: [
    { change: 'move', from: '/w/old.ts', path: '/w/src/new.ts', before: file, after: file },
    { change: 'add', path: '/w/docs', before: null, after: directory },
    { change: 'delete', path: '/w/tmp', before: directory, after: null },
    { change: 'update', path: '/elsewhere', before: file, after: file },
  ],
};

describe('what a person reads of operations', () => {
  it('has a letter and a line for each change, in the order of the paths that are there then', () => {
    const [head, ...lines] = logText({ operations: [operation], total: 3 }, pathsBelow('/w')).split('\n');
    expect(head).toMatch(/^3f9c2a71 {2}2026-11-2\d \d\d:\d\d:09 {2}apply_patch {2}undone$/);
    expect(lines).toEqual([
      '  M /elsewhere',
      '  A docs/',
      '  R old.ts -> src/new.ts',
      '  D tmp/',
      '2 more: --limit 3',
      '',
    ]);
    expect(logText({ operations: [], total: 0 }, pathsBelow('/w/'))).toBe('No operations are recorded\n');
  });

  it.each([
    ['undo', false, 'Undid', ['  M /elsewhere', '  D docs/', '  R src/new.ts -> old.ts', '  A tmp/']],
    ['redo', false, 'Redid', ['  M /elsewhere', '  A docs/', '  R old.ts -> src/new.ts', '  D tmp/']],
    ['redo', true, '[Dry Run] Would redo', ['  M /elsewhere', '  A docs/', '  R old.ts -> src/new.ts', '  D tmp/']],
  ] as const)('tells of %s what happened to the files (dry run: %s)', (direction, dryRun, verb, lines) => {
    const text = appliedText({ operations: [operation], direction, dryRun }, pathsBelow('/w/'));
    expect(text).toBe([`${verb} 3f9c2a71 (apply_patch)`, ...lines, ''].join('\n'));
  });

  it.each([
    ['undo', false, 'Stopped there: 1,200 of 5,000 operations are undone'],
    ['redo', false, 'Stopped there: 1,200 of 5,000 operations are redone'],
    ['undo', true, 'Stopped there: 1,200 of 5,000 operations would be undone'],
    ['undo', false, 'Stopped there: 1 of 5,000 operations is undone'],
  ] as const)('tells where %s stopped (dry run: %s)', (direction, dryRun, text) => {
    const [, done = ''] = /there: ([\d,]+)/.exec(text) ?? [];
    const count = { done: Number(done.replace(',', '')), total: 5000 };
    expect(progressText(count)).toBe(`${done} of 5,000`);
    expect(stopText(count, { direction, dryRun })).toBe(text);
  });
});
