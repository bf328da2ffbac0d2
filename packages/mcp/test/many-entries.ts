import { symlinkSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { expect, it } from 'vitest';
import { createResourceHandle, type ResourceRequest } from '../src/internal/server.ts';

interface Answer {
  readonly resources: readonly { readonly name: string }[];
  readonly nextCursor?: string;
  readonly contents: readonly { readonly text: string }[];
  readonly completion: { readonly values: readonly string[]; readonly hasMore: boolean };
}

/** Lists, reads and completes in a directory of so many files, of which nine in ten are ignored. */
export function manyEntries(count: number): void {
  it(`lists, reads and completes in a directory of ${count} files`, async () => {
    await using tree = await openTree({ '.git/HEAD': '', '.gitignore': 'f*\n!*0\n' });
    const names = Array.from({ length: count }, (_, index) => `f${1_000_000 + index}`);
    for (const name of names) writeFileSync(tree.path(name), '');
    const handle = createResourceHandle(createSession({ workdir: tree.root }));
    const ask = async (request: ResourceRequest) => (await handle(request, {})) as Answer;
    const uri = pathToFileURL(tree.root).href;
    const shown = names.filter((name) => name.endsWith('0'));
    const listed = await ask({ kind: 'list' });
    expect(listed.resources.slice(1).map(({ name }) => name)).toEqual(shown.slice(0, 49));
    const { completion } = await ask({ kind: 'complete', typed: 'f' });
    expect(completion).toEqual({ values: shown.slice(0, 100).map((name) => tree.path(name).slice(1)), hasMore: true });
    const last = await ask({ kind: 'complete', typed: shown.at(-1) ?? '' });
    expect(last.completion).toEqual({ values: [tree.path(shown.at(-1) ?? '').slice(1)], hasMore: false });
    const read = await ask({ kind: 'read', uri });
    expect(read.contents[0]?.text).toContain(`\n[${count + 2 - 1000} more entries: `);
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Answer = await ask({ kind: 'directory', uri, cursor });
      seen.push(...page.resources.map(({ name }) => name));
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['.git', '.gitignore', ...names]);
    // Nothing is proposed in place of what they lead to, for which all names would be read for each.
    for (let at = 0; at < 500; at += 1) symlinkSync('none', tree.path(`a${at}`));
    const begun = performance.now();
    await ask({ kind: 'directory', uri, cursor: null });
    expect(performance.now() - begun).toBeLessThan(20_000);
  }, 300_000);
}
