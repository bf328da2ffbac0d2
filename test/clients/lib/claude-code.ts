import { join } from 'node:path';
import { anthropicMessages } from './anthropic-messages.ts';
import { type Client, ownCall } from './client.ts';
import { claudeDialect } from './dialect.ts';
import { PACKAGES } from './packages.ts';

const SERVERS = ['--mcp-config', '../home/mcp.json', '--strict-mcp-config', '--allowedTools', 'mcp__dragoman'];

export const claudeCode: Client = {
  name: 'Claude Code',
  package: PACKAGES.claudeCode,
  command: (modules) => [join(modules, PACKAGES.claudeCode.replace(/@[^@]+$/, ''), 'claude'), '-p', 'Go.', ...SERVERS],
  protocol: anthropicMessages,
  dialect: claudeDialect,
  namesRoots: false,
  checksArguments: false,
  nameOf: (tool) => `mcp__dragoman__${tool}`,
  unwrap: (text) => text,
  resources: {
    list: [
      ownCall('ToolSearch', { query: 'select:ListMcpResourcesTool,ReadMcpResourceTool', max_results: 2 }),
      ownCall('ListMcpResourcesTool', { server: 'dragoman' }),
    ],
    read: (uri) => ownCall('ReadMcpResourceTool', { server: 'dragoman', uri }),
  },
  twins: ['Read', 'Write', 'Edit', 'NotebookEdit', 'Glob', 'Grep'],
  dialectWithoutTwins: claudeDialect,
  configure: ({ server, withoutTwins = '{}' }, modelUrl) => ({
    files: { 'mcp.json': server, '.claude/settings.json': withoutTwins },
    env: {
      ANTHROPIC_API_KEY: 'dummy',
      ANTHROPIC_BASE_URL: modelUrl,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }),
};
