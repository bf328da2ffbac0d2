import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceText } from './inputs.ts';
import type { PipeClient } from './pipe-client.ts';
import type { Args, Call } from './ways.ts';

/** What bare Node does to write a file that a crash leaves whole, old or new. */
export const SYNCED = 'write, fsync, rename, fsync';

/**
 * A call that writes the file of this name, which is there already from the second time on: some content, and another
 * of the same size, in turn.
 */
export function writing(name: string, content: string, args: (path: string, content: string) => Args): Call {
  return {
    args({ directory }) {
      const path = join(directory, name);
      rmSync(path, { force: true });
      const contents = [content, content.replaceAll('Adds', 'Sums')] as const;
      return (run) => args(path, contents[run % 2] ?? '');
    },
    outcome: contentOf(name),
  };
}

export interface Edit {
  readonly path: string;
  /** What the last line says, and what it shall say. */
  readonly from: string;
  readonly to: string;
}

/** What precedes the last line. */
export const REST = `${sourceText(96 * 1024 - 1)}\n`;
const WORDS = ['last word', 'word at last'] as const;

export interface Editing {
  readonly args: (edit: Edit) => Args;
  /** What the server wants to be asked before. */
  readonly before?: (server: PipeClient, path: string) => Promise<unknown>;
}

/** A call that edits the last line of the file of this name, which has 96 KB: one word becomes another, and back. */
export function editing(name: string, { args, before }: Editing): Call {
  return {
    async args({ directory }, server) {
      const path = join(directory, name);
      const [one, other] = WORDS;
      writeFileSync(path, `${REST}${one}\n`);
      await before?.(server, path);
      return (run) => args(run % 2 === 0 ? { path, from: one, to: other } : { path, from: other, to: one });
    },
    outcome: contentOf(name),
  };
}

/** Writes what an edit leaves, all of it, with the task `replace` of the bare server. */
export function rewriting(name: string): Call {
  const contents = WORDS.map((word) => `${REST}${word}\n`);
  return {
    args({ directory }) {
      const path = join(directory, name);
      return (run) => ({ path, content: contents[(run + 1) % 2] ?? '' });
    },
    outcome: contentOf(name),
  };
}

/** The task `edit` of the bare server. */
export function editingBare(name: string): Call {
  return editing(name, { args: ({ path, from, to }) => ({ path, from, to }) });
}

/** An outcome: what the file of this name holds. */
function contentOf(name: string): NonNullable<Call['outcome']> {
  return (_, { directory }) => readFileSync(join(directory, name), 'utf8');
}
