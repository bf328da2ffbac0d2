import type { Session } from './case.ts';
import { edits, stales, writes } from './change.ts';
import { commands } from './command.ts';
import { notebooks } from './notebook.ts';
import { reads } from './read.ts';
import { globs, greps } from './search.ts';

/** Calls that Claude Code answered once, as the recording says, and that are answered here. */
export const SESSIONS: readonly Session[] = [reads, edits, writes, stales, notebooks, greps, globs, commands];
