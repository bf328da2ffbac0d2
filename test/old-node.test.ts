import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const app = (name: string): string => join(import.meta.dirname, `../apps/${name}/dist/main.js`);

const onNode = (version: string): string => `
  const versions = { ...process.versions, node: '${version}' };
  Object.defineProperty(process, 'versions', { value: versions });
`;

describe.each(['mcp-stdio', 'cli'])('%s', (name) => {
  it.each(['14.21.3', '18.20.8', '20.18.3'])('says in one line that Node %s is too old', async (version) => {
    await using tree = await openTree();
    const preload = join(tree.root, 'preload.cjs');
    writeFileSync(preload, onNode(version));
    const ended = spawnSync(NODE, ['--require', preload, app(name), '--version'], { encoding: 'utf8', input: '' });
    expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^Node 20\.19 or newer is needed, and \S+ is [\d.]+\. [^\n]+\n$/);
    expect(ended.stderr).toContain(` is ${version}. `);
  });
});
