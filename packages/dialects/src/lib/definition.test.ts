import { describe, expect, it } from 'vitest';
import { listedTool } from './definition.ts';
import type { ToolDefinition } from './toolset.ts';

describe('typed forms', () => {
  it('are listed as the protocol names them, and never under another name', () => {
    const schema = { type: 'object', properties: {} } as const;
    const annotations = {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    } as const;
    const plain: ToolDefinition = {
      ...{ name: 'a', title: 'A', description: '', inputSchema: schema },
      annotations: { title: 'A', ...annotations },
    };
    const tool = { ...plain, typedSchema: schema };
    expect([listedTool(tool, true), listedTool(tool, false)]).toEqual([{ ...plain, outputSchema: schema }, plain]);
    const own = { ...plain, outputSchema: schema };
    expect(listedTool(own, false)).toEqual(own);
  });
});
