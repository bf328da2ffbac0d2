import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import type { DialectName } from './registry.ts';
import { inputs } from './registry.ts';

const DIALECTS = Object.keys(inputs) as DialectName[];
// Just below what an argument may be, unless it is a text.
const LONG = 64_000;

describe('long arguments', () => {
  it.each(DIALECTS)('are not repeated at their length in any answer of %s', async (dialect) => {
    await using tree = await openTree({ a: 'a\n', 'a.pdf': '%PDF-1.4\n' });
    await using toolset = await createToolset({ dialect, session: { workdir: tree.root } });
    for (const { name, inputSchema } of toolset.tools) {
      for (const [argument, { type }] of Object.entries(inputSchema.properties)) {
        for (const unit of ['/', 'a/', '1,', '(']) {
          const long = unit.repeat(LONG / unit.length);
          const others = Object.fromEntries(
            Object.keys(inputSchema.properties).map((other) => [
              other,
              other.includes('path') ? tree.path('a.pdf') : '1',
            ]),
          );
          const given = type === 'array' ? [long] : long;
          const result = await toolset.call(name as never, { ...others, [argument]: given } as never);
          if (!result.isError) continue;
          expect(JSON.stringify(result).length, `${name} ${argument} ${unit}`).toBeLessThan(25_000);
          expect(factsOf(result).filter((fact) => fact.length > 4_100)).toEqual([]);
        }
      }
    }
  });
});

/** Texts, in lists too, of what a program learns of a failure. */
function factsOf({ _meta = {} }: { readonly _meta?: Readonly<Record<string, unknown>> | undefined }): string[] {
  const texts: string[] = [];
  JSON.stringify(_meta['dragoman/error'], (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}
