import type { Rendered } from '@dragoman/formatters';
import type { budgeted } from './budgeted/index.ts';
import type { claudeCode } from './claude-code/index.ts';
import type { DialectName } from './dialect-name.ts';
import type { editor } from './editor/index.ts';
import type { gemini } from './gemini/index.ts';
import type { Tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';

type Dialects = {
  readonly budgeted: typeof budgeted;
  readonly 'claude-code': typeof claudeCode;
  readonly editor: typeof editor;
  readonly gemini: typeof gemini;
};

type ToolOf<Name extends DialectName> = Dialects[Name]['tools'][number];

/** The names of a dialect's tools. */
export type ToolName<Dialect extends DialectName> = ToolOf<Dialect>['name'];

/** What a call of this tool of this dialect answers. */
export type ResultOf<Dialect extends DialectName, Name extends ToolName<Dialect>> =
  Extract<ToolOf<Dialect>, Tool<Name>> extends Tool<Name, Rendered<infer Outcome, infer Structured>>
    ? ToolResult<Outcome, Structured>
    : never;
