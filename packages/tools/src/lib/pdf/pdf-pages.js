// @ts-check
// JavaScript with types in comments: the oldest supported Node starts no worker from TypeScript.
import { getResolvedPDFJS } from 'unpdf';

/** @import { PdfPage } from '@dragoman/outcomes/internal/parts' */
/** @import { PageEvent, PageRequest } from './page-events.ts' */
/** @import { PDFDocumentProxy } from 'unpdf/pdfjs' */

/**
 * Reads the text of some pages; the others are not looked at.
 * @param {PageRequest} request
 * @returns {AsyncGenerator<PageEvent>}
 */
export async function* pagesOf({ bytes, first, last, maxPageChars }) {
  const tables = notedTables();
  const document = await openDocument(bytes, tables.Factory);
  if (typeof document === 'string') return yield { kind: 'refused', reason: document };
  const totalPages = document.numPages;
  yield { kind: 'opened', totalPages };
  for (let number = first; number <= Math.min(last, totalPages); number += 1) {
    yield { kind: 'page', page: await readPage(document, number, maxPageChars) };
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
    return await getDocument({ data, ...quiet, useWorkerFetch: false, cMapUrl: './', BinaryDataFactory }).promise;
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';
  }
}

/**
 * @param {PDFDocumentProxy} document
 * @param {number} number
 * @param {number} maxChars
 * @returns {Promise<PdfPage>}
 */
async function readPage(document, number, maxChars) {
  try {
    const page = await document.getPage(number);
    const text = await textOf(page.streamTextContent(), maxChars);
    page.cleanup();
    return { number, text: text.slice(0, maxChars), isCut: text.length > maxChars };
  } catch {
    return { number, text: null, isCut: false };
  }
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
