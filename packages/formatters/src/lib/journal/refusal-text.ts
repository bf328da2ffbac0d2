import type { Refusal, RefusedFile } from '@dragoman/outcomes/internal/parts';
import { NOTHING_RECORDED, type ShowPath } from './operation-text.ts';

/**
 * Explains why operations were not undone, redone or shown: a sentence, or one for each operation with lines about its
 * files.
 */
export function refusalTexts(refusal: Refusal, direction: 'undo' | 'redo' | 'diff', show: ShowPath): string[] {
  switch (refusal.problem) {
    case 'nothing':
      return [direction === 'diff' ? NOTHING_RECORDED : `Nothing to ${direction}`];
    case 'unknown':
      return [`No operation "${refusal.id}"`];
    case 'ambiguous':
      return [`"${refusal.id}" names ${refusal.ids.length} operations: ${refusal.ids.join(', ')}`];
    case 'state':
      return [refusal.state === 'undone' ? `${refusal.id} is undone already` : `${refusal.id} is not undone`];
    case 'files':
      return refusal.operations.map(({ id, files }) =>
        [
          direction === 'diff' ? `Cannot show ${id}` : `Cannot ${direction} ${id}: nothing was changed`,
          ...files.map((file) => fileLine(file, show)),
        ].join('\n'),
      );
  }
}

function fileLine({ path, isDirectory, problem, changedBy }: RefusedFile, show: ShowPath): string {
  const why = changedBy === null ? WHY[problem] : `changed by ${changedBy}, which is not undone`;
  return `  ${show(path)}${isDirectory ? '/' : ''}: ${why}`;
}

const WHY: Readonly<Record<RefusedFile['problem'], string>> = {
  changed: 'changed since',
  missing: 'no longer there',
  exists: 'there again',
  'not-kept': 'its old content is not kept',
};
