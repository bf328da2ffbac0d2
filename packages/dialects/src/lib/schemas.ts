import * as agent from './agent/schemas.ts';
import * as budgeted from './budgeted/schemas.ts';
import * as claudeCode from './claude-code/schemas.ts';
import * as codex from './codex/schemas.ts';
import * as editor from './editor/schemas.ts';
import * as filesystem from './filesystem/schemas.ts';
import * as gemini from './gemini/schemas.ts';
import type { DialectName } from './registry.ts';
import * as textEditor from './text_editor/schemas.ts';

/** What each tool of each dialect takes, as schemas of `zod/mini`. A call takes more: see `call` of a toolset. */
export const inputs = {
  agent: agent.input,
  budgeted: budgeted.input,
  'claude-code': claudeCode.input,
  codex: codex.input,
  editor: editor.input,
  filesystem: filesystem.input,
  gemini: gemini.input,
  text_editor: textEditor.input,
} satisfies Readonly<Record<DialectName, object>>;

/** What programs find in `structuredContent`, in dialects that answer so. */
export const outputs = { budgeted: budgeted.output, filesystem: filesystem.output };
