import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { anthropicMessages } from '../../../clients/lib/anthropic-messages.ts';
import { playModel } from '../../../clients/lib/played-model.ts';
import type { Call, Protocol } from '../../../clients/lib/protocol.ts';
import type { Session } from '../cases/case.ts';
import { plantCases } from './case-tree.ts';
import type { Answer, Block } from './recording.ts';

/** A tool as Claude Code offers it to its model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
}

interface PlayedSession {
  /** Answers by the cases' names. */
  readonly answers: Readonly<Record<string, Answer>>;
  readonly tools: readonly ToolDefinition[];
}

/** Has Claude Code call its own tools as the cases of a session say. */
export async function playSession(program: string, session: Session): Promise<PlayedSession> {
  await using place = await openTree({ workspace: null, home: null, temporary: null });
  const tree = plantCases(place.path('workspace'), session);
  const scrubbed = (text: string) =>
    tree.scrubbed(text).replaceAll(new RegExp(`${place.root}/(?:home|temporary)[^\\s"]*`, 'g'), '{file}');
  const answers: Record<string, Answer> = {};
  const { protocol, last, tools } = keepingResults(anthropicMessages);
  let asked = -1;
  let reply: Call | undefined;
  const script = ({ length }: readonly unknown[]): Call | undefined => {
    // A client may repeat a request.
    if (length === asked) return reply;
    const [done, next] = [session.cases[length - 1], session.cases[length]];
    const result = last();
    if (done && result) answers[done.name] = answerOf(result, scrubbed, tree.changed());
    asked = length;
    reply = next && { tool: next.tool, args: tree.begin(next) };
    return reply;
  };
  await using model = await playModel({ protocol, script, nameOf: (tool) => tool, unwrap: (text) => text });
  await run(program, place.root, model.url);
  return { answers, tools: tools() };
}

interface Result {
  readonly content?: string | readonly ResultBlock[];
  readonly is_error?: boolean;
}

interface ResultBlock {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly media_type: string; readonly data: string };
}

interface Request {
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly { readonly content: string | readonly (Result & { readonly type: string })[] }[];
}

/** Keeps the last result that a request shows, and the tools that it offers, as the client sent them. */
function keepingResults(protocol: Protocol) {
  let result: Result | undefined;
  let tools: readonly ToolDefinition[] = [];
  return {
    tools: () => tools,
    last: () => result,
    protocol: {
      ...protocol,
      read(path: string, body: unknown) {
        const turn = protocol.read(path, body);
        if (turn !== null && turn.tools.length > 0) {
          const { messages, tools: offered } = body as Request;
          tools = offered;
          const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
          result = blocks.findLast(({ type }) => type === 'tool_result');
        }
        return turn;
      },
    },
  };
}

function answerOf(
  { content = [], is_error: isError = false }: Result,
  scrubbed: (text: string) => string,
  changed: Answer['changed'],
): Answer {
  const given = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const blocks = given.map(({ text = '', source }: ResultBlock): Block => {
    if (source) return { type: 'image', mimeType: source.media_type, data: source.data };
    return { type: 'text', text: scrubbed(text) };
  });
  return { isError, content: blocks, ...(changed && { changed }) };
}

/** Tools that the cases call; Grep and Glob are there only where they are named so. */
export const TOOLS = ['Read', 'Edit', 'Write', 'NotebookEdit', 'Grep', 'Glob', 'Bash'];

async function run(program: string, root: string, modelUrl: string): Promise<void> {
  mkdirSync(join(root, 'home/.claude'), { recursive: true });
  const child = spawn(program, ['-p', 'Go.', '--allowedTools', TOOLS.join(',')], {
    cwd: join(root, 'workspace'),
    env: {
      ...{
        PATH: process.env.PATH ?? '',
        HOME: join(root, 'home'),
        TMPDIR: join(root, 'temporary'),
        SHELL: '/bin/bash',
        LANG: 'C.UTF-8',
      },
      // The model's server is a proxy that leads nowhere.
      ...{ HTTP_PROXY: modelUrl, HTTPS_PROXY: modelUrl, NO_PROXY: '127.0.0.1,localhost' },
      ...{ ANTHROPIC_API_KEY: 'dummy', ANTHROPIC_BASE_URL: modelUrl, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
      // All tools stand in each request.
      ENABLE_TOOL_SEARCH: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Claude Code ended with status ${code}:\n${output}`);
}
