import type * as z from 'zod/mini';
import type { DialectName, inputs } from './registry.ts';
import type { ToolName } from './result-of.ts';

type Inputs = typeof inputs;

/** The arguments of this tool of this dialect, as a program writes them: what has a default may be left out. */
export type ArgumentsOf<Dialect extends DialectName, Name extends ToolName<Dialect>> = Dialect extends DialectName
  ? z.input<Inputs[Dialect][Name & keyof Inputs[Dialect]]>
  : never;
