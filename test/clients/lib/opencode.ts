import { join } from 'node:path';
import { anthropicMessages } from './anthropic-messages.ts';
import { type Client, ownCall } from './client.ts';
import { claudeDialect } from './dialect.ts';
import { PACKAGES } from './packages.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';

export const opencode: Client = {
  name: 'opencode',
  package: PACKAGES.opencode,
  command: (modules) => [
    join(modules, PACKAGES.opencode.replace(/@[^@]+$/, ''), 'bin/opencode'),
    'run',
    '--auto',
    'Go.',
  ],
  protocol: anthropicMessages,
  dialect: claudeDialect,
  namesRoots: true,
  checksArguments: false,
  nameOf: (tool) => `dragoman_${tool}`,
  unwrap: (text) => text,
  resources: {
    list: [ownCall('list_mcp_resources', { server: 'dragoman' })],
    read: (uri) => ownCall('read_mcp_resource', { server: 'dragoman', uri }),
  },
  twins: ['read', 'write', 'edit', 'patch', 'glob', 'grep', 'list'],
  dialectWithoutTwins: claudeDialect,
  configure: ({ server, withoutTwins = '{}' }, modelUrl) => ({
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        ...JSON.parse(server),
        ...JSON.parse(withoutTwins),
        autoupdate: false,
        share: 'disabled',
        model: MODEL,
        small_model: MODEL,
        provider: { anthropic: { options: { baseURL: modelUrl, apiKey: 'dummy' } } },
      }),
    },
    env: {
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    },
  }),
};
