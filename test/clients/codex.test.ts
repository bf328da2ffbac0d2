import { installPackage } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { codex, codexOfScripts } from './lib/codex.ts';
import { describeClient } from './lib/describe-client.ts';
import { SCRIPT_TOOL } from './lib/openai-responses.ts';
import { openStage } from './lib/stage.ts';

await describeClient(codex);

const SCHEMAS = '../dialects/codex/schemas.json';
// Of these, dialect `codex` has its own.
const OWN_TOOLS = ['exec_command', 'write_stdin', 'view_image'];

const modules = await installPackage(codex.package).catch(() => '');

it.skipIf(modules === '')('Codex takes the arguments that are recorded', async () => {
  await using stage = await openStage(codex, modules);
  const { tools } = await stage.play(() => undefined);
  const schemas = OWN_TOOLS.map((own) => [own, tools.find(({ name }) => name === own)?.parameters]);
  await expect(`${JSON.stringify(Object.fromEntries(schemas), null, 1)}\n`).toMatchFileSnapshot(SCHEMAS);
});

describe.skipIf(modules === '')('a script in Codex', () => {
  /** The value that a script of the model ends with, of a workspace with one file. */
  const resultOf = async (script: string, content: string): Promise<unknown> => {
    await using stage = await openStage(codexOfScripts, modules, { workspace: { f: content } });
    const input = script.replace('FILE', JSON.stringify(stage.path('workspace/f')));
    const { shown } = await stage.play(({ length }) =>
      length === 0 ? { tool: SCRIPT_TOOL, args: { input } } : undefined,
    );
    return JSON.parse(shown[0]?.text.replace(/^.*\nOutput:\n/s, '') ?? '');
  };

  it('reads a file of 45 KB in one call, whole and typed', async () => {
    const content = `${'x'.repeat(98)}\r\n`.repeat(450);
    const script = `
      const { structuredContent: read } = await tools.mcp__dragoman__read_file({ file_path: FILE });
      const lines = read.content.split('\\r\\n');
      text(JSON.stringify({ ...read, content: read.content.length, lines: lines.length, last: lines.at(-2).length }));`;
    expect(await resultOf(script, content)).toMatchObject({
      ...{ content: content.length, lines: 451, last: 98 },
      ...{ start_line: 1, end_line: 450, total_lines: 450, truncated: false, next_line: null, encoding: 'utf-8' },
    });
  });

  it('is told of the types of each tool', async () => {
    const script = `
      const { description } = ALL_TOOLS.find(({ name }) => name.endsWith('read_file'));
      text(JSON.stringify(description));`;
    expect(await resultOf(script, '')).toMatch(/content: string;.*next_line: number \| null;/s);
  });
});
