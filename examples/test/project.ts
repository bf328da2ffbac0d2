import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToolset, type Toolset } from '@dragoman/dialects';

export interface Project extends AsyncDisposable {
  readonly toolset: Toolset;
  read(name: string): string;
}

/** An empty directory and the tools of `editor` over it. */
export async function openProject(): Promise<Project> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-example-')));
  const toolset = await createToolset({ dialect: 'editor', session: { workdir: root } });
  return {
    toolset,
    read: (name) => readFileSync(join(root, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await toolset.close();
      rmSync(root, { recursive: true });
    },
  };
}
