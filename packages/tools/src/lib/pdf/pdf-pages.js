// @ts-check
// JavaScript with types in comments: the oldest supported Node starts no worker from TypeScript.
import { getResolvedPDFJS } from 'unpdf';
import { annotationLines } from './annotation-lines.js';

/** @import { PdfPage } from '@dragoman/outcomes/internal/parts' */
/** @import { PageEvent, PageRequest } from './page-events.ts' */
/** @import { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs' */

// A larger picture is not decoded.
const MOST_PIXELS = 64 * 1024 * 1024;

/**
 * Reads the text of some pages; the others are not looked at.
 * @param {PageRequest} request
 * @returns {AsyncGenerator<PageEvent>}
 */
export async function* pagesOf({ bytes, first, last, offset = 1, maxPageChars, pictures }) {
  const tables = notedTables();
  const document = await openDocument(bytes, tables.Factory);
  if (typeof document === 'string') return yield { kind: 'refused', reason: document };
  const totalPages = document.numPages;
  yield { kind: 'opened', totalPages };
  for (let number = first; number <= Math.min(last, totalPages); number += 1) {
    const from = number === first ? offset - 1 : 0;
    yield { kind: 'page', page: await readPage(document, number, { from, to: from + maxPageChars, pictures }) };
    if (tables.isWanted()) yield { kind: 'unmapped' };
  }
}

/**
 * Chinese, Japanese and Korean fonts that are not embedded need tables that map codes to characters. The tables are not
 * shipped: they are as large as the reader itself. Without them the reader leaves such text out and reports no error;
 * that it asks for a table is the only sign.
 */
function notedTables() {
  let isWanted = false;
  class Factory {
    /** @param {{ filename: string }} request */
    async fetch({ filename }) {
      if (filename.endsWith('.bcmap')) isWanted = true;
      throw new Error(`There is no ${filename}`);
    }
  }
  return { Factory, isWanted: () => isWanted };
}

/**
 * @param {Uint8Array} data
 * @param {ReturnType<typeof notedTables>['Factory']} BinaryDataFactory
 */
async function openDocument(data, BinaryDataFactory) {
  const { getDocument } = await getResolvedPDFJS();
  try {
    // Level 0 keeps warnings off stdout, which may carry a protocol.
    const quiet = { verbosity: 0, isEvalSupported: false, disableFontFace: true };
    // The factory is asked for tables only if there is an address for them.
    const tables = { useWorkerFetch: false, cMapUrl: './', BinaryDataFactory };
    return await getDocument({ data, ...quiet, ...tables, maxImageSize: MOST_PIXELS }).promise;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';
  }
}

/**
 * @typedef {object} Window
 * @property {number} from
 * @property {number} to
 * @property {PageRequest['pictures'] | undefined} pictures
 */

/**
 * @param {PDFDocumentProxy} document
 * @param {number} number
 * @param {Window} window
 * @returns {Promise<PdfPage>}
 */
async function readPage(document, number, { from, to, pictures }) {
  try {
    const page = await document.getPage(number);
    const printed = await textOf(page.streamTextContent(), to);
    const text = printed.length > to ? printed : await withAnnotations(printed, document, page);
    const isCut = text.length > to;
    // A scan may have fields and notes on it.
    const hasText = printed.trim() !== '';
    const picture = hasText || pictures === undefined ? null : await scanOf(page, pictures);
    page.cleanup();
    return { number, text: text.slice(from, to), isCut, ...(picture !== null && { picture }) };
  } catch {
    return { number, text: null, isCut: false };
  }
}

/**
 * The text of a page, then its form fields and notes, which belong to no place in the text.
 * @param {string} text
 * @param {PDFDocumentProxy} document
 * @param {PDFPageProxy} page
 */
async function withAnnotations(text, document, page) {
  const lines = await annotationLines(document, page);
  return [text.trimEnd(), ...lines]
    .filter((part) => part !== '')
    .join('\n')
    .trimEnd();
}

/**
 * The decoder of pictures is loaded only if a page has no text.
 * @param {PDFPageProxy} page
 * @param {NonNullable<PageRequest['pictures']>} bounds
 */
async function scanOf(page, bounds) {
  const { scannedPicture } = await import('./scanned-picture.js');
  return await scannedPicture(page, bounds);
}

/**
 * @param {ReadableStream} stream
 * @param {number} maxChars
 */
async function textOf(stream, maxChars) {
  const reader = stream.getReader();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (const item of next.value.items) text += `${item.str ?? ''}${item.hasEOL ? '\n' : ''}`;
    if (text.length > maxChars) {
      await reader.cancel(new Error('Enough'));
      break;
    }
  }
  return text;
}
