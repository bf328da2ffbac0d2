import { type OpenFile, ToolError } from '@dragoman/fs-core';
import { type OfficeFamily, officeFamilyOf } from '@dragoman/text/internal/text';
import type { PageRange } from '../operations/read/read-pdf.ts';
import { assertNotEncrypted, COMPOUND_FILE } from './compound-file.ts';
import { officeFault } from './office-fault.ts';
import { type OfficePackage, openPackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';
import { partOfType, relationsOf } from './relations.ts';
import type { OfficeRequest } from './section-range.ts';
import { slidesText } from './slides-text.ts';
import { createTextSink } from './text-sink.ts';
import { wordText } from './word-text.ts';
import { workbookText } from './workbook-text.ts';

/** A document of Office, and what of it is shown. */
export interface OfficeQuery {
  /** The path as the caller gave it. */
  readonly path: string;
  /** The type that its first bytes show. */
  readonly mimeType: string | null;
  /** Sheets or slides; a text has none. Default: all. */
  readonly pages?: PageRange | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The content of a Word document, an Excel workbook or a PowerPoint presentation as UTF-8; null for any other file.
 * @throws ToolError `UNSUPPORTED_FILE` for a document that is encrypted, damaged or too large, `INVALID_RANGE`,
 * `CANCELLED`
 */
export async function officeText(file: OpenFile, { mimeType, signal, ...query }: OfficeQuery): Promise<Buffer | null> {
  const family = officeFamilyOf(mimeType);
  if (family === null && mimeType !== COMPOUND_FILE) return null;
  const bytes = Buffer.alloc(file.size);
  await file.read(bytes, 0);
  if (family === null) return await assertNotEncrypted(bytes, signal);
  try {
    return await textOf(await openPackage(bytes, signal), query);
  } catch (error) {
    throw withFormat(error, family);
  }
}

async function textOf(from: OfficePackage, query: Omit<OfficeRequest, 'part'>): Promise<Buffer | null> {
  const part = partOfType(await relationsOf(from, ''), 'officeDocument');
  if (part === undefined) throw officeFault({ problem: 'missing', part: '_rels/.rels' });
  if (!from.has(part)) throw officeFault({ problem: 'missing', part });
  const contentType = await contentTypeOf(from, part);
  const family = officeFamilyOf(contentType);
  if (/binary/i.test(contentType)) throw officeFault({ problem: 'binary-form' });
  if (family === null) return null;
  const sink = createTextSink();
  await WRITERS[family](from, { ...query, part }, sink);
  return sink.bytes();
}

const WRITERS: Readonly<Record<OfficeFamily, typeof workbookText>> = {
  word: (from, { part }, sink) => wordText(from, part, sink),
  excel: workbookText,
  powerpoint: slidesText,
};

/** The type of a part: its own, or that of its extension. */
async function contentTypeOf(from: OfficePackage, part: string): Promise<string> {
  const extension = part.slice(part.lastIndexOf('.') + 1).toLowerCase();
  let [own, common] = ['', ''];
  await parsePart(from, '[Content_Types].xml', {
    open(name, { PartName: named = '', Extension: ending = '', ContentType: type = '' }) {
      if (name === 'Override' && named.toLowerCase() === `/${part.toLowerCase()}`) own = type;
      if (name === 'Default' && ending.toLowerCase() === extension) common = type;
    },
  });
  return own || common;
}

/** Adds the format, which its names have told. */
function withFormat(error: unknown, format: OfficeFamily): unknown {
  if (!(error instanceof ToolError) || !('office' in error.failure) || error.failure.office === undefined) return error;
  const failure = { ...error.failure, office: { ...error.failure.office, format } };
  return new ToolError(failure, error.message, { cause: error });
}
