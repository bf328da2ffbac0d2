import { machineRecords } from './machine-records.ts';
import type { RecordPlace } from './record-places.ts';
import type { Records } from './records.ts';
import { recordsDirectory } from './records-directory.ts';
import { treeRecords } from './tree-records.ts';

export function recordsOf(place: RecordPlace): Records {
  switch (place.kind) {
    case 'machine':
      return machineRecords(recordsDirectory);
    case 'journal':
      return machineRecords(() => place.directory);
    case 'tree':
      return treeRecords(place);
  }
}
