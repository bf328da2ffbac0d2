import { dialectNames } from '@dragoman/dialects';
import { describeDialect } from '@dragoman/dialects/internal/options';
import { IN_PROCESS, testSample } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../src/lib/examples.ts';
import { openCommandLine } from './shell.ts';

const lines = Array.from({ length: 30 }, (_, index) => `// line ${index + 1}`);
const project = {
  'src/index.ts': [`let count = 0;`, `export const a = 'oldName';`, ...lines.slice(2, 29), '// oldName'].join('\n'),
  'src/lib/b.ts': 'export let b = 1;\n',
  'build.sh': 'ls src\n',
  'change.patch': '*** Begin Patch\n*** Delete File: build.sh\n*** End Patch\n',
  'logo.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

// Background commands end with the process that started them, so there is never one to ask for.
// Nor has such a process read a notebook before it changes one.
const failing = new Set([
  ...['task_output', 'TaskOutput', 'TaskStop', 'write_stdin', 'read_background_output'],
  'NotebookEdit',
]);

const dialects = await Promise.all(
  dialectNames().map(async (dialect) => [dialect, await describeDialect(dialect)] as const),
);

describe.each(dialects)('the examples of dialect %s', (dialect, { toolNames }) => {
  it.each(IN_PROCESS ? testSample(toolNames, 4) : toolNames)(
    'call %s in two ways, which do what they say',
    { timeout: 60_000 },
    async (name) => {
      const examples = await examplesOf(dialect, name);
      expect(examples).toHaveLength(2);
      // They are processes in any case: of two, each second tool runs the first in the lap, and the others the second.
      const at = toolNames.indexOf(name) % 2;
      for (const example of IN_PROCESS ? examples.slice(at, at + 1) : examples) {
        await using commandLine = await openCommandLine(project);
        const { stdout, stderr, code } = await commandLine.run('sh', ['-c', example]);
        expect(code, `${example}\n${stderr}`).toBe(failing.has(name) ? 1 : 0);
        if (code === 0) expect(stderr).toBe('');
        // Dialects agent and claude show what a command printed, and nothing else.
        const end = dialect === 'agent' || dialect === 'claude' ? /\n$/ : /exit_code: 0\n$/;
        if (/^bash$/i.test(name))
          expect(stdout, example).toMatch(new RegExp(`^(?:total|index\\.ts)[\\s\\S]*${end.source}`));
        expect(example).toContain(name);
      }
    },
  );
});
