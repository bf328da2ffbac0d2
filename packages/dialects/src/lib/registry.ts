import * as agent from './agent/schemas.ts';
import * as budgeted from './budgeted/schemas.ts';
import * as claude from './claude/schemas.ts';
import * as claudeCode from './claude-code/schemas.ts';
import * as codex from './codex/schemas.ts';
import * as editor from './editor/schemas.ts';
import * as filesystem from './filesystem/schemas.ts';
import * as gemini from './gemini/schemas.ts';
import * as geminiCli from './gemini-cli/schemas.ts';
import * as textEditor from './text_editor/schemas.ts';

/**
 * The dialects by the names that `--dialect` takes, in the order in which pages list them. A dialect is loaded on first
 * use, so that a process loads only those that it speaks.
 */
export const REGISTRY = {
  editor: async () => (await import('./editor/index.ts')).editor,
  claude: async () => (await import('./claude/index.ts')).claude,
  'claude-code': async () => (await import('./claude-code/index.ts')).claudeCode,
  gemini: async () => (await import('./gemini/index.ts')).gemini,
  'gemini-cli': async () => (await import('./gemini-cli/index.ts')).geminiCli,
  codex: async () => (await import('./codex/index.ts')).codex,
  filesystem: async () => (await import('./filesystem/index.ts')).filesystem,
  text_editor: async () => (await import('./text_editor/index.ts')).textEditor,
  agent: async () => (await import('./agent/index.ts')).agent,
  budgeted: async () => (await import('./budgeted/index.ts')).budgeted,
};

/** Name of a dialect, as `--dialect` takes it. */
export type DialectName = keyof typeof REGISTRY;

/** The tables of the dialects. */
export type Dialects = { readonly [Name in DialectName]: Awaited<ReturnType<(typeof REGISTRY)[Name]>> };

/** Arguments of each tool of each dialect, as schemas of `zod/mini`. A call takes more: see `call` of a toolset. */
export const inputs = {
  editor: editor.input,
  claude: claude.input,
  'claude-code': claudeCode.input,
  gemini: gemini.input,
  'gemini-cli': geminiCli.input,
  codex: codex.input,
  filesystem: filesystem.input,
  text_editor: textEditor.input,
  agent: agent.input,
  budgeted: budgeted.input,
} satisfies Readonly<Record<DialectName, object>>;

/** Schemas of `structuredContent`, for programs, in dialects that answer so. */
export const outputs = { budgeted: budgeted.output, filesystem: filesystem.output };

/** The names of all dialects. @example dialectNames().includes('codex') */
export function dialectNames(): DialectName[] {
  return Object.keys(REGISTRY).filter(isDialectName);
}

export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(REGISTRY, name);
}

/** The dialect that `auto` means for a client, by the name it gives itself. @example dialectFor('claude-code') */
export function dialectFor(clientName: string): DialectName {
  const name = clientName.toLowerCase();
  if (name.includes('gemini') || name.includes('qwen')) return 'gemini-cli';
  return name.includes('codex') ? 'codex' : 'claude';
}
