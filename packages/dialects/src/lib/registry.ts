import type { agent } from './agent/index.ts';
import type { budgeted } from './budgeted/index.ts';
import type { claudeCode } from './claude-code/index.ts';
import type { codex } from './codex/index.ts';
import type { editor } from './editor/index.ts';
import type { filesystem } from './filesystem/index.ts';
import type { gemini } from './gemini/index.ts';
import type { textEditor } from './text_editor/index.ts';

/** The tables of the dialects, by the names that `--dialect` takes. */
export interface Dialects {
  readonly editor: typeof editor;
  readonly 'claude-code': typeof claudeCode;
  readonly gemini: typeof gemini;
  readonly codex: typeof codex;
  readonly filesystem: typeof filesystem;
  readonly text_editor: typeof textEditor;
  readonly agent: typeof agent;
  readonly budgeted: typeof budgeted;
}

export type DialectName = keyof Dialects;

/**
 * The dialects, in the order in which pages list them. A dialect is loaded on first use, so that a process loads only
 * those that it speaks.
 */
export const REGISTRY: { readonly [Name in DialectName]: () => Promise<Dialects[Name]> } = {
  editor: async () => (await import('./editor/index.ts')).editor,
  'claude-code': async () => (await import('./claude-code/index.ts')).claudeCode,
  gemini: async () => (await import('./gemini/index.ts')).gemini,
  codex: async () => (await import('./codex/index.ts')).codex,
  filesystem: async () => (await import('./filesystem/index.ts')).filesystem,
  text_editor: async () => (await import('./text_editor/index.ts')).textEditor,
  agent: async () => (await import('./agent/index.ts')).agent,
  budgeted: async () => (await import('./budgeted/index.ts')).budgeted,
};

/** The names of all dialects. */
export function dialectNames(): DialectName[] {
  return Object.keys(REGISTRY).filter(isDialectName);
}

export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(REGISTRY, name);
}

/** The dialect that `auto` means for a client, by the name it gives itself. */
export function dialectFor(clientName: string): DialectName {
  const name = clientName.toLowerCase();
  if (name.includes('gemini') || name.includes('qwen')) return 'gemini';
  return name.includes('codex') ? 'codex' : 'claude-code';
}
