import { pathToFileURL } from 'node:url';
import { ToolError } from '@dragoman/fs-core';
import { DENY, HOSTILE_CASES, type HostileTree, openHostileTree, SECRETS } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResourceHandle, type ResourceRequest } from './resource-handle.ts';

let tree: HostileTree;
let ask: (request: ResourceRequest) => Promise<{ readonly code: string; readonly text: string }>;

beforeAll(async () => {
  tree = await openHostileTree();
  const handle = createResourceHandle(createSession({ workdir: tree.root, deny: DENY }));
  ask = async (request) => {
    try {
      return { code: 'file', text: JSON.stringify(await handle(request, {})) };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { code: error.code, text: JSON.stringify([error.failure, error.message]) };
    }
  };
});

afterAll(() => tree[Symbol.asyncDispose]());

/** Spellings of one URI: dots and slashes as they are, with dots encoded, and with every byte encoded. */
const spellings = (path: string): readonly string[] => {
  const plain = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  const bytes = [...Buffer.from(path)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [plain, plain.replaceAll('.', '%2e'), `file://localhost${bytes.replaceAll('%2f', '/')}`];
};

// A final slash is dropped from a URI, and no URI has half of a pair, a NUL, or a path that ends in a slash.
const cases = HOSTILE_CASES.filter(({ path }) => path.isWellFormed() && !/\/$|\0/.test(path));

describe('resources of a hostile tree', () => {
  it(`show nothing that is denied, by ${cases.length} paths`, async () => {
    for (const { path, answer } of cases) {
      const uris = spellings(tree.resolve(path));
      const reads = uris.map((uri) => ({ kind: 'read', uri }) as const);
      for (const request of [...reads, { kind: 'directory', uri: uris[0] ?? '', cursor: null } as const]) {
        const { code, text } = await ask(request);
        for (const secret of SECRETS)
          expect({ request, text }).not.toMatchObject({ text: expect.stringContaining(secret) });
        const isKnown = answer === 'ACCESS_DENIED' || (answer === 'file' && request.kind === 'read');
        if (isKnown) expect({ request, code }).toEqual({ request, code: answer });
      }
    }
  }, 300_000);

  it('are listed and completed without anything that is denied or leads out', async () => {
    const listed = await ask({ kind: 'list' });
    for (const secret of SECRETS) expect(listed.text).not.toContain(secret);
    for (const name of ['out-file', 'out-dir', 'innocent', 'private', 'to-private', 'proc', 'zero', 'pipe'])
      expect(listed.text).not.toContain(`"${pathToFileURL(tree.resolve(name)).href}"`);
    for (const { path } of cases) {
      for (const typed of [path, `${tree.resolve(path).slice(1)}/`]) {
        const { text } = await ask({ kind: 'complete', typed });
        for (const secret of SECRETS)
          expect({ typed, text }).not.toMatchObject({ text: expect.stringContaining(secret) });
      }
    }
  }, 300_000);
});
