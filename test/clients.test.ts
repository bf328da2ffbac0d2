import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCode } from './clients/lib/claude-code.ts';
import { codex } from './clients/lib/codex.ts';
import { geminiCli } from './clients/lib/gemini-cli.ts';
import { opencode } from './clients/lib/opencode.ts';

const TOP = join(import.meta.dirname, '..');
const page = readFileSync(join(TOP, 'docs/clients.md'), 'utf8');

describe('docs/clients.md', () => {
  it('names the source of every cap that the server knows', () => {
    const table = readFileSync(join(TOP, 'packages/dialects/src/lib/client-caps.ts'), 'utf8');
    const sources = [...table.matchAll(/https:\/\/\S+/g)].map(([url]) => url);
    expect(sources.length).toBeGreaterThan(4);
    expect(sources.filter((url) => !page.includes(`(${url})`))).toEqual([]);
  });

  it('shows configurations that a client can read', () => {
    const configurations = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));
    const starting = configurations.filter((each) => JSON.stringify(each).includes('@dragoman/mcp-stdio'));
    expect(starting.length).toBeGreaterThan(5);
  });

  it('says for every client how its own tools are switched off', () => {
    const sections = page.split(/^## /m).slice(1, -1);
    expect(sections.filter((section) => !section.includes('\n**Without its own twins**: '))).toEqual([]);
  });

  it('has a section for every client of its table', () => {
    const anchors = [...page.matchAll(/\| \[([^\]]+)\]\(#([\w-]+)\)/g)];
    expect(anchors.length).toBe(8);
    for (const [, name = ''] of anchors) expect(page).toContain(`\n## ${name}\n`);
  });

  // Whether they are so is seen where these clients are driven.
  it.each([claudeCode, codex, geminiCli, opencode])('tells of $name what it is', ({ name, dialect, namesRoots }) => {
    const [, cells = ''] = page.split(`| [${name}](`);
    const [, dialectCell, rootsCell] = cells.split(' | ');
    expect([dialectCell, rootsCell !== 'none']).toEqual([`\`${dialect.name}\``, namesRoots]);
  });
});
