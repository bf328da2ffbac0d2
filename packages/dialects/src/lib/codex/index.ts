import * as words from '@dragoman/formatters/codex';
import type { Dialect } from '../dialect.ts';
import { execCommand, writeStdin } from './command.ts';
import { applyPatch } from './edit.ts';
import { examples } from './examples.ts';
import { grepFiles } from './grep.ts';
import { viewImage } from './image.ts';
import { listDir } from './list.ts';
import { readFile } from './read.ts';

export const codex = {
  name: 'codex',
  tools: [applyPatch, readFile, listDir, grepFiles, viewImage, execCommand, writeStdin],
  maxResponseSize: 1024 * 1024,
  requiresRead: false,
  demandsAbsolutePaths: true,
  examples,
  explain: words.otherFailure,
} satisfies Dialect;
