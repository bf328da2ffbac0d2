import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { OverlayChange } from '@dragoman/outcomes';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openDirectories } from './open-directories.ts';
import { diffedOver } from './overlay-diff.ts';
import { overlayOver } from './overlay-over.ts';

const bytes = (content: string | Uint8Array) => () => [Buffer.from(content)];
const side = (text: string | null, mode = '100644') => ({ mode, text });

describe('diffedOver', () => {
  it('tells what changes do to the files below, as Git has it', async () => {
    const binary = Buffer.from([0x63, 0x00, 0xff]);
    await using tree = await openTree({
      ...{
        'tree/text': 'one\n',
        'tree/latin': Buffer.from([0xe4, 0x0a]),
        'tree/data': binary,
        'tree/link': { link: 'text' },
      },
      ...{ 'tree/large': 'x'.repeat(200), 'tree/gone': 'gone', 'tree/d/f': 'f', state: null },
    });
    const root = tree.path('tree');
    const below = openDirectories({ workdir: root, builtinDeny: false });
    await using overlay = overlayOver(below, { XDG_STATE_HOME: tree.path('state') });
    const at = (name: string) => tree.path('tree', name);
    for (const name of ['text', 'latin', 'data', 'large', 'd/f', 'new/f'])
      await overlay.update(at(name), bytes('two\n'));
    await overlay.remove(at('link'));
    await overlay.remove(at('gone'));
    // Meanwhile, a file has come in the way of a directory, and another kind of file has taken a name.
    rmSync(at('d'), { recursive: true });
    writeFileSync(at('d'), '');
    rmSync(at('gone'));
    mkdirSync(at('gone'));
    const changes: OverlayChange[] = [];
    for await (const change of overlay.changes()) changes.push(change);
    const files = await diffedOver({ overlay, below }, changes, 100);
    const found = Object.fromEntries(
      files.map(({ path, before, after }) => [path.slice(root.length + 1), [before, after]]),
    );
    expect(found).toMatchObject({
      text: [side('one\n'), side('two\n')],
      latin: [side('\xe4\n'), side('two\n')],
      data: [side(null), side('two\n')],
      large: [side(null), side('two\n')],
      link: [side('text', '120000'), null],
      'new/f': [null, side('two\n')],
      'd/f': [null, null],
      gone: [null, null],
    });
    symlinkSync('elsewhere', at('text2'));
    expect(
      await diffedOver({ overlay: below, below }, [{ ...changes[0], path: at('text2') } as OverlayChange], 1),
    ).toEqual([{ path: at('text2'), before: side('elsewhere', '120000'), after: side('elsewhere', '120000') }]);
  });
});
