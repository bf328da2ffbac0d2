import { machineRecords } from './machine-records.ts';
import type { RecordPlace } from './record-places.ts';
import type { Records } from './records.ts';
import { treeRecords } from './tree-records.ts';

export function recordsOf(place: RecordPlace): Records {
  return place.kind === 'machine' ? machineRecords : treeRecords(place);
}
