import { readFileSync, writeFileSync } from 'node:fs';
import { installPackage } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { claudeCode } from './lib/claude-code.ts';
import { describeClient } from './lib/describe-client.ts';
import type { Call } from './lib/protocol.ts';
import { openStage } from './lib/stage.ts';

await describeClient(claudeCode);

const modules = await installPackage(claudeCode.package).catch(() => '');
const CELL = { cell_type: 'code', id: 'a1', metadata: {}, source: 'x', execution_count: null, outputs: [] };
const NOTEBOOK = JSON.stringify({ cells: [CELL], metadata: {}, nbformat: 4, nbformat_minor: 5 });
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(modules === '')('Claude Code', () => {
  it('works on files by this server alone, in the words of its own tools', async () => {
    const files = { 'a.txt': 'one\ntwo\n', 'n.ipynb': NOTEBOOK, 'p.png': Buffer.from(PNG, 'base64') };
    await using stage = await openStage(claudeCode, modules, { workspace: files, withoutTwins: true });
    const path = (name: string) => stage.path('workspace', name);
    const changeMeanwhile = (): Call => {
      writeFileSync(path('a.txt'), '1\ntwo\nthree\n');
      return { tool: 'Edit', args: { file_path: path('a.txt'), old_string: 'two', new_string: '2' } };
    };
    const calls: readonly (Call | (() => Call))[] = [
      { tool: 'Read', args: { file_path: 'a.txt' } },
      { tool: 'Edit', args: { file_path: 'a.txt', old_string: 'one', new_string: '1' } },
      { tool: 'Read', args: { file_path: 'n.ipynb' } },
      { tool: 'NotebookEdit', args: { notebook_path: path('n.ipynb'), cell_id: 'a1', new_source: 'y' } },
      { tool: 'Grep', args: { pattern: 'tw.', output_mode: 'content' } },
      { tool: 'Glob', args: { pattern: '*.png' } },
      { tool: 'Read', args: { file_path: 'p.png' } },
      { tool: 'Edit', args: { file_path: 'a.txt', old_string: 'nowhere', new_string: '' } },
      changeMeanwhile,
      { tool: 'Write', args: { file_path: '/etc/none', content: '' } },
    ];
    const { shown, tools } = await stage.play(({ length }) => {
      const next = calls[length];
      return typeof next === 'function' ? next() : next;
    });
    expect(tools.filter(({ name }) => claudeCode.twins.includes(name))).toEqual([]);
    expect(shown.map(({ text }) => text)).toEqual([
      '1\tone\n2\ttwo\n3\t',
      'The file a.txt has been updated successfully. (file state is current in your context — no need to Read it back)',
      '<cell id="a1">x</cell id="a1">',
      'Updated cell a1',
      'a.txt:2:two',
      'p.png',
      // The client's own note of where it keeps the image.
      expect.stringMatching(/^\[Image: source: /),
      expect.stringMatching(/^String to replace not found in file\.\nString: nowhere/),
      expect.stringMatching(/^The file .* has been updated successfully\. \(note: the file had been modified on disk /),
      expect.stringMatching(/^Access denied: \/etc\/none is outside the allowed directories or denied\n/),
    ]);
    expect(shown[6]?.images).toEqual([{ mimeType: 'image/png', data: PNG }]);
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('1\n2\nthree\n');
    expect(readFileSync(path('n.ipynb'), 'utf8')).toBe(NOTEBOOK.replace('"x"', '"y"'));
  });

  it('offers the Grep and Glob of the server where it has none of its own, as on Linux', async () => {
    await using stage = await openStage(claudeCode, modules);
    const { tools } = await stage.play(() => undefined);
    const names = tools.map(({ name }) => name);
    const searching = ['Grep', 'Glob'];
    expect(names).toEqual(
      expect.arrayContaining(['Read', 'Edit', 'Write', 'Bash', ...searching.map(claudeCode.nameOf)]),
    );
    if (process.platform === 'linux') expect(names.filter((name) => searching.includes(name))).toEqual([]);
  });
});
