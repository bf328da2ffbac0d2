import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension } from '@anthropic-ai/mcpb';
import { connect, DIALECTS, openTree, type TemporaryTree } from '@dragoman/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv, type AnySchema } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packBundle } from '../tooling/pack-mcpb.mjs';

const HOME = join(import.meta.dirname, '../apps/mcp-stdio');
const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));
const { name, version } = read(join(HOME, 'package.json'));

/** Faults of a value by a schema; null if there are none. */
function problemsOf(value: unknown, schema: AnySchema): unknown {
  const validate = formats.default(new Ajv({ strict: false, allErrors: true })).compile(schema);
  return validate(value) ? null : validate.errors;
}

describe('manifest.json', () => {
  const manifest = read(join(HOME, 'manifest.json'));
  let packed: TemporaryTree;

  beforeAll(async () => {
    packed = await openTree();
    await packBundle(packed.path('dragoman.mcpb'));
  });

  afterAll(() => packed[Symbol.asyncDispose]());

  const installed = (tree: TemporaryTree, userConfig: UserConfig) =>
    install(packed.path('dragoman.mcpb'), tree, userConfig);

  it('fits the schema that is published for bundles', () => {
    const toolkit = createRequire(import.meta.url).resolve('@anthropic-ai/mcpb');
    const schema = `mcpb-manifest-v${manifest.manifest_version}.schema.json`;
    expect(problemsOf(manifest, read(join(dirname(toolkit), schema)))).toBeNull();
    expect(manifest).toMatchObject({ name: 'dragoman', version });
  });

  it('starts a server from its bundle alone, over the folders that are chosen, with the tools that it names', async () => {
    await using tree = await openTree({ 'one/f': 'here\n', 'two/f': 'here\n', 'three/f': 'here\n' });
    const client = await installed(tree, { directories: [tree.path('one'), tree.path('two')], read_only: false });
    const { tools } = await client.listTools();
    const named = (manifest.tools as readonly { readonly name: string }[]).map((tool) => tool.name);
    expect(named).toEqual(tools.map((tool) => tool.name));
    // What is searched is searched by a program that must lie in the bundle too.
    const finds = async (folder: string) => {
      const arguments_ = { pattern: 'here', path: tree.path(folder), output_mode: 'count' };
      const { isError, content } = await client.callTool({ name: 'Grep', arguments: arguments_ });
      return isError !== true && JSON.stringify(content).includes('f:1');
    };
    expect([await finds('one'), await finds('two'), await finds('three')]).toEqual([true, true, false]);
    await client.close();
  });

  it('starts one that only reads where that is chosen', async () => {
    await using tree = await openTree({ f: 'here\n' });
    const client = await installed(tree, { directories: [tree.root], read_only: true });
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['Read', 'Grep', 'Glob']);
    await client.close();
  });
});

type UserConfig = Readonly<Record<string, boolean | string[]>>;

/** Unpacks the packed server elsewhere, and starts what is there as a client does for which somebody chose this. */
async function install(mcpbPath: string, tree: TemporaryTree, userConfig: UserConfig) {
  const extensionPath = tree.path('installed');
  await unpackExtension({ mcpbPath, outputDir: extensionPath, silent: true });
  const manifest = read(join(extensionPath, 'manifest.json')) as McpbManifestAny;
  const systemDirs = { HOME: tree.root };
  const launch = { manifest, extensionPath, systemDirs, userConfig, pathSeparator: sep };
  const { command = '', args = [], env = {} } = (await getMcpConfigForManifest(launch)) ?? {};
  expect(command).toBe('node');
  const client = new Client({ name: 'claude-ai', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: tree.root, stderr: 'ignore' }),
  );
  return client;
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
          // An exact version, and one that a client can start.
          version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$' },
          transport: { type: 'object', required: ['type'], properties: { type: { enum: ['stdio'] } } },
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

  it('offers every dialect', () => {
    const [npm] = server.packages as readonly { readonly environmentVariables: readonly Variable[] }[];
    const dialect = npm?.environmentVariables.find(({ name: variable }) => variable === 'DRAGOMAN_DIALECT');
    expect(dialect?.choices).toEqual(['auto', ...DIALECTS]);
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
