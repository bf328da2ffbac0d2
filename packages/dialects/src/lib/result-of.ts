import type { Answer, FormattedResult } from '@dragoman/formatters';
import type { DialectName, Dialects } from './registry.ts';
import type { Tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';

type ToolOf<Name extends DialectName> = Dialects[Name]['tools'][number];

/** The names of a dialect's tools. */
export type ToolName<Dialect extends DialectName> = ToolOf<Dialect>['name'];

/** Answer to a call of this tool of this dialect. */
export type ResultOf<Dialect extends DialectName, Name extends ToolName<Dialect>> =
  Extract<ToolOf<Dialect>, Tool<Name>> extends Tool<
    Name,
    FormattedResult<infer Outcome, infer Structured extends Answer | undefined>
  >
    ? ToolResult<Outcome, Structured>
    : never;
