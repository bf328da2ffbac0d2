import type { LocalVolumeOptions } from '@dragoman/fs-core/internal/kernel';
import { openLocalTrees } from '@dragoman/fs-core/internal/recorder';
import type { JournalFindings } from '@dragoman/outcomes/internal/parts';
import type { History } from './history.ts';
import type { JournalPlace } from './journal-place.ts';

/** Opens what calls of tools did in the trees of a volume, as a journal tells. @throws ToolError as `openLocalVolume` */
export async function openLocalHistory(options: LocalVolumeOptions, place: JournalPlace): Promise<History> {
  const { openHistory } = await import('./history.ts');
  return openHistory(openLocalTrees(options), place);
}

/** Examines the contents of a journal for damage. @throws the system's error */
export async function examineLocalJournal(place: JournalPlace): Promise<JournalFindings> {
  const { examineJournal } = await import('./examine.ts');
  return examineJournal(place);
}
