import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { Ajv, type AnySchema } from 'ajv';
import { describe, expect, it } from 'vitest';
import { connect } from '../apps/mcp-stdio/test/connect.ts';

const HOME = join(import.meta.dirname, '../apps/mcp-stdio');
const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));
const { name, version } = read(join(HOME, 'package.json'));

/** What is wrong with a value by a schema; null where nothing is. */
function problemsOf(value: unknown, schema: AnySchema): unknown {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  return validate(value) ? null : validate.errors;
}

describe('manifest.json', () => {
  const manifest = read(join(HOME, 'manifest.json'));
  const { mcp_config: config } = manifest.server as { readonly mcp_config: Launch };

  it('fits the schema that is published for bundles', () => {
    const toolkit = createRequire(import.meta.url).resolve('@anthropic-ai/mcpb');
    const schema = `mcpb-manifest-v${manifest.manifest_version}.schema.json`;
    expect(problemsOf(manifest, read(join(dirname(toolkit), schema)))).toBeNull();
    expect(manifest).toMatchObject({ name: 'dragoman', version });
  });

  it('starts a server over the folders that are chosen, with the tools that it names', async () => {
    await using tree = await openTree({ 'one/f': '1', 'two/f': '2', 'three/f': '3' });
    const chosen = [tree.path('one'), tree.path('two')];
    const args = config.args.flatMap((arg) => (arg === '${user_config.directories}' ? chosen : [arg])).slice(1);
    const env = Object.fromEntries(Object.keys(config.env).map((key) => [key, 'false']));
    await using server = await connect({ args, env, cwd: tree.root });
    const { tools } = await server.client.listTools();
    const named = (manifest.tools as readonly { readonly name: string }[]).map((tool) => tool.name);
    expect(named).toEqual(tools.map((tool) => tool.name));
    const fails = async (path: string) => (await server.call('Read', { file_path: tree.path(path) })).isError === true;
    expect([await fails('one/f'), await fails('two/f'), await fails('three/f')]).toEqual([false, false, true]);
  });
});

interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

// The rules of server.json that concern this one; CI validates it against the published schema too.
const REGISTRY_RULES = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', 'packages'],
  properties: {
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'version', 'transport'],
        properties: {
          packageArguments: { type: 'array', items: { $ref: '#/$defs/argument' } },
          environmentVariables: { type: 'array', items: { $ref: '#/$defs/variable' } },
        },
      },
    },
  },
  $defs: {
    input: {
      properties: {
        default: { type: 'string' },
        format: { enum: ['string', 'number', 'boolean', 'filepath'] },
        choices: { type: 'array', items: { type: 'string' } },
        isRequired: { type: 'boolean' },
        isRepeated: { type: 'boolean' },
      },
    },
    argument: {
      allOf: [{ $ref: '#/$defs/input' }],
      anyOf: [{ required: ['value'] }, { required: ['valueHint'] }, { required: ['name'] }],
      required: ['type'],
      properties: { type: { enum: ['positional', 'named'] } },
    },
    variable: { allOf: [{ $ref: '#/$defs/input' }], required: ['name'] },
  },
};

describe('server.json', () => {
  const server = read(join(HOME, 'server.json'));

  it('keeps the rules of the MCP registry', () => {
    expect(problemsOf(server, REGISTRY_RULES)).toBeNull();
    const transport = { type: 'stdio' };
    expect(server).toMatchObject({ version, packages: [{ identifier: name, version, transport }] });
  });

  it('names variables that the server knows, with values that it takes', async () => {
    const [npm] = server.packages as readonly { readonly environmentVariables: readonly Variable[] }[];
    for (const { name: variable, choices = [], default: fallback } of npm?.environmentVariables ?? []) {
      for (const value of [fallback, ...choices.filter((choice) => choice !== 'sandboxed')]) {
        await using server = await connect({ env: { [variable]: value } });
        expect(server.client.getServerVersion()).toMatchObject({ name: 'dragoman' });
      }
    }
  });
});

interface Variable {
  readonly name: string;
  readonly default: string;
  readonly choices?: readonly string[];
}
