import type { OpenFile } from '@dragoman/fs-core';
import type { TextFormat } from '@dragoman/text/internal/text';
import type { OfficeQuery } from '../../office/office-text.ts';

/** The text of a document of Office, to be read like a file. */
export interface OfficeTextFile {
  readonly file: OpenFile;
  readonly format: TextFormat;
}

const FORMAT: TextFormat = { encoding: 'utf-8', bomLength: 0, lineEnding: '\n', sure: true };

/** Opens the text of a document of Office; null for any other file. @throws ToolError as `officeText` */
export async function openOfficeText(file: OpenFile, query: OfficeQuery): Promise<OfficeTextFile | null> {
  if (!mayBeOffice(query.mimeType)) return null;
  const [{ officeText }, { textFile }] = await Promise.all([
    import('../../office/office-text.ts'),
    import('../../office/text-file.ts'),
  ]);
  const text = await officeText(file, query);
  return text === null ? null : { file: textFile(file, text), format: FORMAT };
}

/** True for a type of which a file may be a document of Office: for others nothing is loaded. */
export function mayBeOffice(mimeType: string | null): boolean {
  return MAY_BE_OFFICE.test(mimeType ?? '');
}

const MAY_BE_OFFICE = /^application\/(?:x-cfb$|vnd\.(?:openxmlformats-officedocument|ms-(?:word|excel|powerpoint))\.)/i;
