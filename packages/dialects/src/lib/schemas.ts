import * as budgeted from './budgeted/schemas.ts';
import * as claudeCode from './claude-code/schemas.ts';
import * as codex from './codex/schemas.ts';
import * as editor from './editor/schemas.ts';
import * as filesystem from './filesystem/schemas.ts';
import * as gemini from './gemini/schemas.ts';
import type { DialectName } from './registry.ts';

/** What each tool of each dialect takes, as schemas of `zod/mini`. A call takes more: see `call` of a toolset. */
export const inputs = {
  budgeted: budgeted.input,
  'claude-code': claudeCode.input,
  codex: codex.input,
  editor: editor.input,
  filesystem: filesystem.input,
  gemini: gemini.input,
} satisfies Readonly<Record<DialectName, object>>;

/** What programs find in `structuredContent`, in dialects that answer so. */
export const outputs = { budgeted: budgeted.output, filesystem: filesystem.output };
