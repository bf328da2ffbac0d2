import { join } from 'node:path';
import { type Client, ownCall } from './client.ts';
import { geminiCliDialect } from './dialect.ts';
import { geminiGenerateContent } from './gemini-generate-content.ts';
import { PACKAGES } from './packages.ts';

// Of a named model it is not asked which one fits the prompt.
const UNATTENDED = ['--model', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--skip-trust'];

export const geminiCli: Client = {
  name: 'Gemini CLI',
  package: PACKAGES.geminiCli,
  command: (modules) => [
    process.execPath,
    join(modules, '@google/gemini-cli/bundle/gemini.js'),
    ...['--prompt', 'Go.', ...UNATTENDED],
  ],
  protocol: geminiGenerateContent,
  dialect: geminiCliDialect,
  namesRoots: true,
  checksArguments: true,
  nameOf: (tool) => `mcp_dragoman_${tool}`,
  unwrap,
  resources: {
    list: [ownCall('list_mcp_resources', {})],
    read: (uri) => ownCall('read_mcp_resource', { uri }),
  },
  twins: ['list_directory', 'read_file', 'read_many_files', 'write_file', 'replace', 'glob', 'grep_search'],
  dialectWithoutTwins: geminiCliDialect,
  configure: ({ server, withoutTwins = '{}' }, modelUrl) => ({
    files: {
      '.gemini/settings.json': JSON.stringify({
        ...JSON.parse(server),
        ...JSON.parse(withoutTwins),
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
    },
    env: {
      GEMINI_API_KEY: 'dummy',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      // Otherwise it does its work in a process of its own making, which outlives it when it is killed.
      GEMINI_CLI_NO_RELAUNCH: '1',
    },
  }),
};

/** Unwraps an answer; of a failure, the client shows all that the server answered, as JSON. */
function unwrap(text: string): string {
  const [, output] = /^<untrusted_context>\n(.*)\n<\/untrusted_context>$/s.exec(text) ?? [];
  const [, failure] = / with response: (\[.*\])$/s.exec(text) ?? [];
  if (failure === undefined) return output ?? text;
  const [{ functionResponse }] = JSON.parse(failure) as readonly [
    { readonly functionResponse: { readonly response: { readonly content: readonly { readonly text: string }[] } } },
  ];
  return functionResponse.response.content.map((block) => block.text).join('\n');
}
