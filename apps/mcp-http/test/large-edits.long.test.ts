import { describe, it } from 'vitest';
import { each, LOOSE, looseEdits, patched, replaced } from './large-edits.ts';
import { holdsUpNobody, type LongCall } from './long-call.ts';

const names = Array.from({ length: 3000 }, (_, at) => `${at}.txt`);

describe('an edit that takes long', () => {
  it.each<[string, LongCall]>([
    ['many hunks', patched({ a: LOOSE }, `*** Update File: a\n${each(20_000, (at) => `@@\n-line ${3 * at}\n+new\n`)}`)],
    [
      'many hunks at one place',
      patched({ a: LOOSE }, `*** Update File: a\n${each(30_000, (at) => `@@\n+new ${at}\n`)}`),
    ],
    [
      'many files that go',
      patched(
        Object.fromEntries(names.map((name) => [name, 'x'])),
        each(3000, (at) => `*** Delete File: ${at}.txt\n`),
      ),
    ],
    ['many edits', looseEdits(60)],
    ['many places', replaced('a b\n'.repeat(1_000_000), 'a')],
    ['many places, with two newlines in turn', replaced('a\na\r\n'.repeat(600_000), 'a\n')],
    [
      'a text that is nearly there, again and again',
      replaced(`${'a'.repeat(2000)}b`.repeat(4000), `${'a'.repeat(2000)}bac`),
    ],
  ])('holds up nobody else: %s', (_, edit) => holdsUpNobody(edit));
});
