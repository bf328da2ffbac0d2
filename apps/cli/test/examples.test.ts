import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describeDialect, dialectNames } from '@dragoman/dialects';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../src/lib/examples.ts';
import { CLI } from './run-cli.ts';

const lines = Array.from({ length: 30 }, (_, index) => `// line ${index + 1}`);
const project = {
  'src/index.ts': [`let count = 0;`, `export const a = 'TODO';`, ...lines.slice(2, 29), '// TODO'].join('\n'),
  'src/lib/b.ts': 'export let b = 1;\n',
  'build.sh': 'ls src\n',
  // What the examples call by its name.
  'bin/dragoman': `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`,
};

// Background commands end with the process that started them, so there is never one to ask for.
const failing = new Set(['task_output', 'TaskOutput']);

const dialects = await Promise.all(
  dialectNames().map(async (dialect) => [dialect, await describeDialect(dialect)] as const),
);

describe.each(dialects)('the examples of dialect %s', (dialect, { toolNames }) => {
  it.each(toolNames)('call %s in two ways, and both do what they say', { timeout: 60_000 }, async (name) => {
    const examples = EXAMPLES[dialect][name] ?? [];
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      await using tree = await openTree(project);
      const { stderr, code } = await inShell(example, tree);
      expect(code, `${example}\n${stderr}`).toBe(failing.has(name) ? 1 : 0);
      if (code === 0) expect(stderr).toBe('');
      expect(example).toContain(name);
    }
  });
});

async function inShell(line: string, tree: TemporaryTree): Promise<{ readonly stderr: string; readonly code: number }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH: `${tree.path('bin')}:${PATH}`, HOME };
  const child = spawn('sh', ['-c', `chmod +x bin/dragoman; ${line}`], { cwd: tree.root, env });
  child.stdout.resume();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { stderr, code };
}
