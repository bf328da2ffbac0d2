import type { OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';

/** The programs of Office whose documents are ZIP packages of XML parts. */
export type OfficeFamily = 'word' | 'excel' | 'powerpoint';

const PREFIX = 'application/vnd.openxmlformats-officedocument.';

const TYPES: Readonly<Record<OfficeFamily, string>> = {
  word: `${PREFIX}wordprocessingml.document`,
  excel: `${PREFIX}spreadsheetml.sheet`,
  powerpoint: `${PREFIX}presentationml.presentation`,
};

const FAMILIES = [
  ['word', /^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml|ms-word\.)/i],
  ['excel', /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml|ms-excel\.)/i],
  ['powerpoint', /^application\/vnd\.(?:openxmlformats-officedocument\.presentationml|ms-powerpoint\.)/i],
] as const;

/** The family of a media type; null if it is none of Office's packages. */
export function officeFamilyOf(mimeType: string | null): OfficeFamily | null {
  return FAMILIES.find(([, type]) => type.test(mimeType ?? ''))?.[0] ?? null;
}

const ZIP = Buffer.from('PK\x03\x04');

/** Enough for the names of some 600 parts, which stand at the end of a package. */
const TAIL_BYTES = 64 * 1024;

/**
 * The media type of an Office document by the names in its package, whatever their order; null for other files. The
 * parts of one tell the family of all that are shown here: what the document really is, its content types say.
 */
export async function officeTypeOf(file: OpenFile, head: Uint8Array): Promise<string | null> {
  if (!ZIP.every((byte, at) => head[at] === byte)) return null;
  const tail = await readRange(file, Math.max(0, file.size - TAIL_BYTES), TAIL_BYTES);
  const names = `${Buffer.from(head).toString('latin1')}\n${tail.toString('latin1')}`;
  if (!ofEntry('\\[Content_Types\\]\\.xml').test(names)) return null;
  const family = FOLDERS.find(([, folder]) => folder.test(names))?.[0];
  return family === undefined ? null : TYPES[family];
}

/** Finds a name at its place in the header of an entry, in front of its data or in the directory of the archive. */
function ofEntry(name: string): RegExp {
  return new RegExp(`PK(?:\\x03\\x04[^]{26}|\\x01\\x02[^]{42})${name}`, 'i');
}

const FOLDERS = [
  ['word', ofEntry('word/')],
  ['excel', ofEntry('xl/')],
  ['powerpoint', ofEntry('ppt/')],
] as const;
