import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createToolset, dialectNames } from '../packages/dialects/src/index.ts';
import { briefInstructionsFor, instructionsFor } from '../packages/formatters/src/internal/pieces.ts';
import { openCounter } from './dialects/claude/recorder/token-table.ts';

/** The most o200k tokens of a dialect's tools with the shell: name, description and schema of each. */
const MOST_TOKENS = {
  ...{ editor: 1380, claude: 1418, 'claude-code': 1638, gemini: 1312, 'gemini-cli': 1450 },
  ...{ codex: 1050, filesystem: 1092, text_editor: 524, agent: 650, budgeted: 1396 },
};

const commands = { timeoutMs: 120_000, isConfined: true };
const plain = {
  workdir: '/w',
  trees: ['/w'],
  readOnly: false,
  dryRun: false,
  maxFileSize: 10 * 1024 ** 2,
  commands: null,
};
const SITUATIONS = [
  plain,
  { ...plain, readOnly: true },
  { ...plain, trees: null, dryRun: true, commands },
  { ...plain, isMoved: true, isNarrowed: true, dryRun: true, commands },
];

const count = await openCounter();

describe('tokens', () => {
  it.each(SITUATIONS)('of instructions are few', (situation) => {
    expect(count(instructionsFor(situation))).toBeLessThanOrEqual(110);
    expect(count(briefInstructionsFor(situation))).toBeLessThanOrEqual(60);
  });

  it.each(dialectNames())(
    'of the tools of %s do not grow, nor do types of answers grow beyond 900',
    async (dialect) => {
      await using tree = await openTree({});
      const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: {} } as const;
      await using toolset = await createToolset({ dialect, session: { workdir: tree.root, shell } });
      const tools = toolset.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
      expect(count(JSON.stringify(tools))).toBeLessThanOrEqual(MOST_TOKENS[dialect]);
      expect(count(JSON.stringify(toolset.tools.flatMap(({ typedSchema = [] }) => typedSchema)))).toBeLessThanOrEqual(
        900,
      );
    },
  );
});
