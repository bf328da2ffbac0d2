import { existsSync } from 'node:fs';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { openTree, PATIENCE, type TemporaryTree } from '@dragoman/testing';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { InferToolInput, InferToolOutput, ToolSet } from 'ai';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { ArgumentsOf } from '../lib/arguments-of.ts';
import { createToolset } from '../lib/create-toolset.ts';
import { inputs } from '../lib/registry.ts';
import type { ResultOf } from '../lib/result-of.ts';
import type { Toolset } from '../lib/toolset.ts';
import { aiTools } from './ai.ts';
import { anthropicTools } from './anthropic.ts';
import { claudeAgentServer } from './claude-agent-sdk.ts';
import { langchainTools } from './langchain.ts';
import { type MastraTool, mastraTools } from './mastra.ts';
import { openaiTools } from './openai.ts';

type Args = Readonly<Record<string, unknown>>;

/** A tool of OpenAI's kit, whatever it takes: the union of all is too large for a method of its list. */
interface OpenaiCall {
  readonly function: {
    readonly name?: string;
    readonly parse: (args: string) => unknown;
    readonly function: (args: never, runner: never, context: unknown) => unknown;
  };
}

/** Calls a tool as each kit does, and returns what the kit is told. */
const CALLS: Readonly<Record<string, (toolset: Toolset, name: string, args: Args, signal: AbortSignal) => unknown>> = {
  async ai(toolset, name, args, abortSignal) {
    const tools: ToolSet = aiTools(toolset);
    const tool = tools[name];
    const options = { toolCallId: 'id', messages: [], abortSignal, context: {} };
    const output = await tool?.execute?.(args, options);
    return tool?.toModelOutput?.({ toolCallId: 'id', input: args, output });
  },
  anthropic(toolset, name, args, signal) {
    const tools: BetaRunnableTool[] = anthropicTools(toolset);
    const tool = tools.find((candidate) => candidate.name === name);
    const toolUse = { type: 'tool_use' as const, id: 'id', name, input: args };
    return Promise.resolve(tool?.run(tool.parse(args), { toolUse, toolUseBlock: toolUse, signal })).catch((error) =>
      error instanceof ToolError ? { thrown: error.content } : error,
    );
  },
  async 'claude-agent-sdk'(toolset, name, args, signal) {
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1' });
    await Promise.all([claudeAgentServer(toolset).instance.connect(there), client.connect(here)]);
    expect(client.getInstructions()).toBe(toolset.instructions);
    return client.callTool({ name, arguments: args }, undefined, { signal }).catch((error) => error);
  },
  langchain(toolset, name, args, signal) {
    const tools: StructuredToolInterface[] = langchainTools(toolset);
    const tool = tools.find((candidate) => candidate.name === name);
    return tool?.invoke({ type: 'tool_call', id: 'id', name, args }, { signal }).catch((error) => error);
  },
  async mastra(toolset, name, args, abortSignal) {
    const tools: Readonly<Record<string, MastraTool>> = mastraTools(toolset);
    const tool = tools[name];
    const result = await tool?.execute(args, { abortSignal });
    return result && tool?.toModelOutput(result);
  },
  async openai(toolset, name, args, signal) {
    const tools: readonly OpenaiCall[] = openaiTools(toolset);
    const tool = tools.find((candidate) => candidate.function.name === name)?.function;
    const controller = new AbortController();
    signal.addEventListener('abort', () => controller.abort());
    const parsed = await tool?.parse(JSON.stringify(args));
    // Which tool it is, only its name tells; of its runner, it is to use nothing else.
    return tool?.function(parsed as never, { controller } as never, {});
  },
};
const kits = Object.keys(CALLS);

const PDF = `%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>
endobj
trailer
<</Root 1 0 R>>
%%EOF
`;

const shell = { mode: 'unrestricted', timeoutMs: 60_000, environment: process.env } as const;
const open = (tree: TemporaryTree, dialect: 'editor' | 'gemini' = 'editor') =>
  createToolset({ dialect, session: { workdir: tree.root, shell } });
const call = (kit: string, toolset: Toolset, [name, args]: readonly [string, Args], signal?: AbortSignal) =>
  CALLS[kit]?.(toolset, name, args, signal ?? new AbortController().signal);

describe('a tool of a kit', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  it.each([
    ['ai', { type: 'content', value: [{ type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' }] }],
    ['anthropic', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }]],
    ['claude-agent-sdk', { content: [{ type: 'image', data: png, mimeType: 'image/png' }] }],
    ['langchain', { status: 'success', content: [{ type: 'image', data: png, mimeType: 'image/png' }] }],
    ['mastra', { type: 'content', value: [{ type: 'image-data', data: png, mediaType: 'image/png' }] }],
    ['openai', '(image/png)'],
  ])('hands on an image: %s', async (kit, shown) => {
    await using tree = await openTree({ 'dot.png': Buffer.from(png, 'base64') });
    await using toolset = await open(tree);
    const answer = await call(kit, toolset, ['view', { path: 'dot.png' }]);
    if (typeof shown === 'string') expect(answer).toBe(shown);
    else expect(answer).toMatchObject(shown);
  });

  it.each([
    ['ai', { type: 'content', value: [{ type: 'file', mediaType: 'application/pdf' }] }],
    ['anthropic', [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf' } }]],
    ['claude-agent-sdk', { content: [{ type: 'resource', resource: { mimeType: 'application/pdf' } }] }],
    ['langchain', { status: 'success', content: [{ type: 'file', mimeType: 'application/pdf' }] }],
    ['mastra', { type: 'content', value: [{ type: 'file-data', mediaType: 'application/pdf' }] }],
    ['openai', '(application/pdf)'],
  ])('hands on a file: %s', async (kit, shown) => {
    await using tree = await openTree({ 'a.pdf': PDF });
    await using toolset = await open(tree, 'gemini');
    const answer = await call(kit, toolset, ['read_file', { absolute_path: tree.path('a.pdf') }]);
    if (typeof shown === 'string') expect(answer).toBe(shown);
    else expect(answer).toMatchObject(shown);
  });

  const sentence = 'Error: This session has no task "none"';
  it.each([
    ['ai', { type: 'error-text', value: sentence }],
    ['anthropic', { thrown: [{ type: 'text', text: sentence }] }],
    ['claude-agent-sdk', { isError: true, content: [{ type: 'text', text: sentence }] }],
    ['langchain', { status: 'error', tool_call_id: 'id', content: [{ type: 'text', text: sentence }] }],
    ['mastra', { type: 'error-text', value: sentence }],
    ['openai', sentence],
  ])('says that a call failed: %s', async (kit, shown) => {
    await using tree = await openTree();
    await using toolset = await open(tree);
    const answer = await call(kit, toolset, ['task_output', { task_id: 'none' }]);
    if (typeof shown === 'string') expect(answer).toBe(shown);
    else expect(answer).toMatchObject(shown);
  });

  it.each(kits)('ends with the call that it serves: %s', async (kit) => {
    await using tree = await openTree();
    await using toolset = await open(tree);
    const stop = new AbortController();
    const command = "trap 'echo > ended; exit' TERM; echo > started; sleep 60 & wait";
    const answer = call(kit, toolset, ['bash', { command }], stop.signal);
    await vi.waitFor(() => expect(existsSync(tree.path('started'))).toBe(true), PATIENCE);
    stop.abort();
    await vi.waitFor(() => expect(existsSync(tree.path('ended'))).toBe(true), PATIENCE);
    await answer;
  });

  const lenient = ['ai', 'anthropic', 'claude-agent-sdk', 'mastra', 'openai'];
  it.each(lenient)('takes what its schema would refuse and a call does not: %s', async (kit) => {
    await using tree = await openTree({ 'a.txt': 'one\ntwo\n' });
    await using toolset = await open(tree, 'gemini');
    // A number as text, null for nothing, and the name by which newer models call a path.
    const args = { file_path: tree.path('a.txt'), offset: '1', limit: null };
    expect(JSON.stringify(await call(kit, toolset, ['read_file', args]))).toContain('two');
  });

  it('has the types of the tool that it calls', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const tools = aiTools(toolset);
    expectTypeOf<InferToolInput<typeof tools.view>>().toEqualTypeOf<ArgumentsOf<'editor', 'view'>>();
    expectTypeOf<InferToolOutput<typeof tools.view>>().toEqualTypeOf<ResultOf<'editor', 'view'>>();
    const { view } = mastraTools(toolset);
    const { validate } = view.inputSchema['~standard'];
    const args = { path: 'a.txt' };
    expect(validate(args)).toEqual({ value: args });
    expectTypeOf(validate(args).value).toEqualTypeOf<ArgumentsOf<'editor', 'view'>>();
    expectTypeOf(await view.execute(args, {})).toEqualTypeOf<ResultOf<'editor', 'view'>>();
  });

  it('takes nothing else, as the compiler knows and the model is told', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const said = 'Argument "path" is required';
    const context = { toolCallId: 'id', messages: [], context: {} };
    // @ts-expect-error: `view` takes a path.
    expect(await aiTools(toolset).view.execute?.({ file: 'a.txt' }, context)).toMatchObject({ isError: true });
    // @ts-expect-error: as above.
    expect(await mastraTools(toolset).view.execute({ file: 'a.txt' }, {})).toMatchObject({ isError: true });
    const anthropic = anthropicTools(toolset).find((tool) => tool.name === 'view');
    expect(JSON.stringify(await anthropic?.run({ path: 'a.txt' }))).toContain('one');
    // @ts-expect-error: as above.
    await expect(anthropic?.run({ file: 'a.txt' })).rejects.toThrow(said);
    const openai = openaiTools(toolset).map((tool) => tool.function);
    const openaiView = openai.find((tool) => tool.name === 'view');
    const runner = { controller: new AbortController() } as never;
    expect(await openaiView?.function({ path: 'a.txt' }, runner, {})).toContain('one');
    // @ts-expect-error: as above.
    expect(await openaiView?.function({ file: 'a.txt' }, runner, {})).toContain(said);
    const langchain = langchainTools(toolset).find((tool) => tool.name === 'view');
    expect((await langchain?.invoke({ path: 'a.txt' }))?.text).toContain('one');
    // @ts-expect-error: as above.
    await expect(langchain?.invoke({ file: 'a.txt' })).rejects.toThrow('did not match');
  });

  it('has its types in its schema where a protocol lies between', () => {
    const args = inputs.editor.view.parse({ path: 'a.txt' });
    expectTypeOf(args).toEqualTypeOf<ArgumentsOf<'editor', 'view'>>();
    // @ts-expect-error: `view` takes a path.
    expect([args.path, args.file]).toEqual(['a.txt', undefined]);
  });
});
