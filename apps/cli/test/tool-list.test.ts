import { dialectNames } from '@dragoman/dialects';
import { CLI, casesToTest, dragoman } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const clientInfo = { name: 'test', version: '1' };
const requests = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];
const stdin = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join('');

describe('tools', () => {
  it.each([
    [['--dialect', 'editor', '--structured', 'on']],
    ...casesToTest(
      dialectNames().flatMap((dialect) => [
        [['--dialect', dialect]],
        [['--dialect', dialect, '--shell', 'unrestricted']],
        [['--dialect', dialect, '--read-only']],
      ]),
      10,
    ),
  ])('--json prints, byte for byte, what tools/list answers: %j', async (options) => {
    const listed = await dragoman(['tools', '--json', ...options]);
    const served = await dragoman(['mcp', ...options], { main: CLI, stdin });
    expect(listed).toMatchObject({ stderr: '', code: 0 });
    expect(JSON.parse(listed.stdout).tools.length).toBeGreaterThan(0);
    expect(served.stdout.split('\n')[1]).toContain(`"result":${listed.stdout.trimEnd()}}`);
  });

  it('lists each tool with its parameters', async () => {
    const { stdout } = await dragoman(['tools', '--read-only']);
    expect(stdout).toMatch(
      /^view {2}View a file or directory\n {2}--path <string> {2}required\n {2}--view_range <integer,integer>\n\n/,
    );
    expect(stdout).not.toContain('create_file');
  });
});
