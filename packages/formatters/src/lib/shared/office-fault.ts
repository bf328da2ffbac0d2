import type { OfficeFault } from '@dragoman/fs-core/internal/kernel';
import { printableName } from './printable.ts';
import { formatSize } from './size.ts';

const FORMATS = { word: 'Word document', excel: 'Excel workbook', powerpoint: 'PowerPoint presentation' } as const;

/** A clause that says why a document of Office is not shown. */
export function officeFault(fault: OfficeFault): string {
  const format = fault.format === null ? 'Office document' : FORMATS[fault.format];
  return `${format}, ${reasonOf(fault)}`;
}

function reasonOf(fault: OfficeFault): string {
  switch (fault.problem) {
    case 'encrypted':
      return 'encrypted (opens with a password only)';
    case 'archive':
      return 'damaged (its ZIP archive is broken or ends early)';
    case 'binary-form':
      return 'in the binary form (.xlsb), which is not read: save it as .xlsx';
    case 'missing':
      return `damaged (${partName(fault.part)} is missing)`;
    case 'malformed':
      return `damaged (${partName(fault.part)} is not well-formed XML)`;
    case 'declarations':
      return `not read (${partName(fault.part)} has a document type declaration, with which XML can expand without end)`;
    case 'too-complex':
      return `not read (${partName(fault.part)} is nested too deep, or has attributes or a text without end)`;
    case 'unpacked':
      return `too large (it unpacks to over ${formatSize(fault.limit)})`;
    case 'text':
      return `too large (its text has over ${fault.limit} characters)`;
    case 'elements':
      return `too large (it has over ${fault.limit} XML elements)`;
    case 'parts':
      return `too large (its archive has over ${fault.limit} files)`;
  }
}

/** A name that the file gives, of whatever length. */
function partName(name: string): string {
  return printableName(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
