import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, ownCall } from './client.ts';
import { codexDialect } from './dialect.ts';
import { openaiResponses } from './openai-responses.ts';
import { PACKAGES } from './packages.ts';

const UNATTENDED = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];

export const codex: Client = {
  name: 'Codex',
  package: PACKAGES.codex,
  command(modules) {
    const programs = join(modules, '@openai/codex/vendor');
    // Its only folder is named for the machine.
    const [machine = ''] = readdirSync(programs);
    return [join(programs, machine, 'bin/codex'), 'exec', ...UNATTENDED, 'Go.'];
  },
  protocol: openaiResponses,
  dialect: codexDialect,
  namesRoots: false,
  checksArguments: false,
  looksToolsUp: true,
  nameOf: (tool) => `mcp__dragoman.${tool}`,
  unwrap: (text) => text.replace(/^Wall time: .*\nOutput:\n/, ''),
  resources: {
    list: [ownCall('list_mcp_resources', { server: 'dragoman' })],
    read: (uri) => ownCall('read_mcp_resource', { server: 'dragoman', uri }),
  },
  twins: ['exec_command', 'shell', 'shell_command', 'view_image'],
  dialectWithoutTwins: codexDialect,
  configure: ({ server, withoutTwins = '' }, modelUrl) => ({
    files: { '.codex/config.toml': [settings(modelUrl, 'gpt-5.5'), server, withoutTwins].join('\n') },
    env: { PLAYED_MODEL_KEY: 'dummy' },
  }),
};

/** Codex with a model that writes scripts, which alone call the server's tools. */
export const codexOfScripts: Client = {
  ...codex,
  nameOf: (tool) => tool,
  unwrap: (text) => text,
  configure: ({ server }, modelUrl) => ({
    files: { '.codex/config.toml': [settings(modelUrl, 'gpt-6.2-sol'), server].join('\n') },
    env: { PLAYED_MODEL_KEY: 'dummy' },
  }),
};

// Results of its older models are cut at bytes instead of tokens.
const settings = (modelUrl: string, model: string): string => `
model = "${model}"
model_provider = "played"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.played]
name = "Played by a script"
base_url = "${modelUrl}"
wire_api = "responses"
env_key = "PLAYED_MODEL_KEY"
supports_websockets = false
`;
