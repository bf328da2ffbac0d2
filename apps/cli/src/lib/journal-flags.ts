import type { Flag } from './flags.ts';

/** The flags of a command besides those of the program. */
export const JOURNAL_FLAGS = {
  log: [
    { name: 'session', takes: 'value' },
    { name: 'limit', takes: 'value' },
  ],
  diff: [{ name: 'session', takes: 'value' }],
  undo: [{ name: 'session', takes: 'value' }],
  redo: [{ name: 'session', takes: 'value' }],
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

export function isJournalCommand(command: string | undefined): command is keyof typeof JOURNAL_FLAGS {
  return command !== undefined && Object.hasOwn(JOURNAL_FLAGS, command);
}
