import type { JournalFindings } from '@dragoman/outcomes/internal/parts';
import { counted } from '../shared/counted.ts';
import { printableName } from '../shared/printable.ts';
import { formatSize } from '../shared/size.ts';

/** Describes a journal for `doctor`: its size, its age, and what of it is damaged. */
export function findingsText(journal: JournalFindings): string {
  const { directory, operations, oldest, bytes, maxBytes, damagedLines, damagedOperations } = journal;
  const since = oldest === null ? '' : ` since ${oldest.slice(0, 'YYYY-MM-DD'.length)}`;
  const size = `${formatSize(bytes)} of ${formatSize(maxBytes)}`;
  const lines = damagedLines === 0 ? '' : `. ${counted(damagedLines, 'line')} of its list cannot be read`;
  const undoable = `. ${counted(damagedOperations, 'operation')} cannot be undone: a content is damaged or gone`;
  const faults = lines + (damagedOperations === 0 ? '' : undoable);
  return `Journal ${printableName(directory)}: ${counted(operations, 'operation')}${since}, ${size}${faults}`;
}
