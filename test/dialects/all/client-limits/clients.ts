import type { ToolAnswer } from '@dragoman/testing';
import { expect } from 'vitest';

/** A client that cuts long results. */
export interface ClientCase {
  readonly name: string;
  /** Sizes of a result by the client's measures, each with the most that it shows whole. */
  readonly measures: (result: ToolAnswer) => readonly (readonly [measured: number, most: number])[];
}

/** The text of a result as a client shows it. */
export const joined = ({ content }: ToolAnswer) => content.flatMap(({ text }) => text ?? []).join('\n\n');

export const CLIENTS: readonly ClientCase[] = [
  {
    name: 'gemini-cli-mcp-client',
    measures: (result) => [
      [joined(result).length, 39_000],
      [`<untrusted_context>\n${joined(result)}\n</untrusted_context>`.length, 40_000],
    ],
  },
  {
    name: 'qwen-cli-mcp-client-dragoman',
    measures: (result) => [[joined(result).length, 25_000]],
  },
  {
    name: 'codex-mcp-client',
    measures: (result) => {
      const { structuredContent, content } = result;
      // With an image among them the blocks are passed on, and only texts are counted.
      const hasImage = content.some(({ type }) => type === 'image');
      const sent = hasImage ? joined(result) : JSON.stringify(structuredContent ?? content);
      return [
        [Buffer.byteLength(joined(result)), 40_000],
        [Buffer.byteLength(`Wall time: 0.0000 seconds\nOutput:\n${sent}`), 48_000],
      ];
    },
  },
  ...['pi', 'copilot-cli'].map((name) => ({
    name,
    measures: (result: ToolAnswer) => [[Buffer.byteLength(joined(result)), 20_000] as const],
  })),
  {
    name: 'opencode',
    measures: (result) => [
      [Buffer.byteLength(joined(result)), 50 * 1024],
      [joined(result).split('\n').length, 2000],
    ],
  },
];

export function assertWithin(client: ClientCase, result: ToolAnswer, what: string): void {
  for (const [measured, most] of client.measures(result)) {
    expect({ what, measured, fits: measured <= most }).toEqual({ what, measured, fits: true });
  }
}
