import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { OPTIONS } from '@dragoman/dialects/internal/options';
import { hasPseudoTerminals, inTerminal, NODE, openTree, start } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../dist/main.js');

describe('--help', () => {
  it('names every option', () => {
    const page = execFileSync(NODE, [SERVER, '--help'], { encoding: 'utf8' });
    expect(page).toMatch(/^Usage: dragoman-mcp \[options\] \[directory\.\.\.\]\n/);
    for (const { name } of OPTIONS) expect(page).toMatch(new RegExp(`^ {2}--${name}\\b`, 'm'));
    expect(page.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it.runIf(hasPseudoTerminals()).each([44, 70])('is no wider than a terminal of %i columns', async (columns) => {
    const shown = await inTerminal(`'${NODE}' '${SERVER}' --help`, { cwd: import.meta.dirname, columns });
    expect(shown).toContain('--max-message-size <size>');
    expect(shown.split('\n').filter((line) => line.length > columns)).toEqual([]);
  });
});

describe('a start by hand', () => {
  it.runIf(hasPseudoTerminals())('says in a line what the program is', async () => {
    await using tree = await openTree();
    const server = `'${NODE}' '${SERVER}'`;
    const byHand = `sh -c 'echo $$ > pid; exec ${server.replaceAll("'", '"')}' 2>&1 | { head -n 1; kill $(cat pid); }`;
    const shown = await inTerminal(`${server} < /dev/null; ${byHand}`, { cwd: tree.root, columns: 200 });
    expect(shown).toMatch(/^dragoman-mcp: an MCP server, which an MCP client starts [^\n]+\n$/);
  });
});

describe('a mistyped option', () => {
  it.each([
    ['--read-onyl', 'Unknown option "--read-onyl"; did you mean "--read-only"?'],
    ['--alow-dir', 'Unknown option "--alow-dir"; did you mean "--allow-dir"?'],
    ['--read_only', 'Unknown option "--read_only"; did you mean "--read-only"?'],
    ['--verison', 'Unknown option "--verison"; did you mean "--version"?'],
    ['--colour', 'Unknown option "--colour"; --help lists them all'],
  ])('is answered with what was meant: %s', async (option, complaint) => {
    await using server = start({ args: [option] });
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.log).toBe(`dragoman-mcp: ${complaint}\n`);
  });
});
