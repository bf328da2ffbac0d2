import { stripVTControlCharacters } from 'node:util';
import { measureJson, parseJson } from '@dragoman/fs-core/internal/kernel';
import type { CellOutput, NotebookCell } from '@dragoman/outcomes/internal/parts';

/** A Jupyter notebook of nbformat 3 or 4. */
export interface Notebook {
  /** Version of the format, such as `4.5`. */
  readonly format: string;
  readonly language: string | null;
  readonly cells: readonly NotebookCell[];
}

// Parsing goes on without a break. A notebook of 10 MB that is full of numbers has half as many values.
const MOST_VALUES = 500_000;
// Output that is nested deeper can neither be shown nor be written as JSON again.
const MOST_DEPTH = 512;

/** Parses a notebook, or says why the text is none. Leaves out those parts of a cell that it does not understand. */
export function parseNotebook(text: string): Notebook | { readonly fault: string } {
  const { values, depth } = measureJson(text, MOST_VALUES);
  if (values > MOST_VALUES) return { fault: 'it has too many values' };
  const root = parseJson(text);
  if (root === undefined) return { fault: 'it is not JSON' };
  if (depth > MOST_DEPTH) return { fault: 'it is nested too deeply' };
  if (!isFields(root)) return { fault: 'it is no JSON object' };
  const cells = cellsOf(root);
  if (cells === null) return { fault: 'it has no cells' };
  const { nbformat, nbformat_minor: minor, metadata } = root;
  return {
    format: [nbformat, minor].filter((part) => typeof part === 'number').join('.'),
    language: languageOf(metadata, cells),
    cells: cells.filter(isFields).map(toCell),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Up to nbformat 3 cells lie in worksheets. */
function cellsOf({ cells, worksheets }: Fields): unknown[] | null {
  if (Array.isArray(cells)) return cells;
  if (!Array.isArray(worksheets)) return null;
  return worksheets.filter(isFields).flatMap((sheet) => (Array.isArray(sheet.cells) ? sheet.cells : []));
}

function languageOf(metadata: unknown, cells: readonly unknown[]): string | null {
  const { language_info: info, kernelspec: kernel } = isFields(metadata) ? metadata : {};
  const first = cells.filter(isFields).find(({ language }) => typeof language === 'string');
  const names = [isFields(info) ? info.name : null, isFields(kernel) ? kernel.language : null, first?.language];
  return names.find((name) => typeof name === 'string') ?? null;
}

function toCell(cell: Fields, index: number): NotebookCell {
  const { id, cell_type: type, source, input, execution_count: count, prompt_number: prompt, outputs, level } = cell;
  const run = count ?? prompt;
  const heading = type === 'heading' ? `${'#'.repeat(typeof level === 'number' ? Math.min(level, 6) : 1)} ` : '';
  return {
    index,
    id: typeof id === 'string' ? id : null,
    type: typeof type === 'string' ? type : 'unknown',
    executionCount: typeof run === 'number' ? run : null,
    source: heading + joined(source ?? input),
    outputs: Array.isArray(outputs) ? outputs.filter(isFields).flatMap(toOutputs) : [],
  };
}

/** Text is a string, or lines that keep their newlines. */
function joined(text: unknown): string {
  if (typeof text === 'string') return text;
  return Array.isArray(text) ? text.filter((line) => typeof line === 'string').join('') : '';
}

function toOutputs(output: Fields): CellOutput[] {
  switch (output.output_type) {
    case 'stream': {
      const name = output.name ?? output.stream;
      return textOutput(typeof name === 'string' ? name : 'stdout', joined(output.text));
    }
    case 'error':
    case 'pyerr':
      return textOutput('error', errorText(output));
    default:
      return richOutputs(isFields(output.data) ? output.data : withMimeTypes(output));
  }
}

function errorText({ ename, evalue, traceback }: Fields): string {
  const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === 'string') : [];
  return lines.length > 0 ? lines.join('\n') : `${joined(ename)}: ${joined(evalue)}`;
}

const RASTER_IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
// Best first: only one of them is shown.
const TEXTS = ['text/markdown', 'text/plain', 'text/latex', 'text/html', 'image/svg+xml', 'application/json'];

/** An output in several forms: at most one image of it, and the best of its texts. */
function richOutputs(forms: Fields): CellOutput[] {
  const images = RASTER_IMAGES.flatMap((mimeType): CellOutput[] => {
    const base64 = joined(forms[mimeType]).replace(/\s+/g, '');
    const isBase64 = base64.length > 0 && base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
    return isBase64 ? [{ kind: 'image', mimeType, base64 }] : [];
  });
  const best = TEXTS.find((mimeType) => forms[mimeType] !== undefined) ?? Object.keys(forms)[0];
  if (best === undefined || RASTER_IMAGES.includes(best)) return images.slice(0, 1);
  const form = forms[best];
  const text = typeof form === 'string' || Array.isArray(form) ? joined(form) : jsonText(form);
  const label = best === 'text/plain' ? 'result' : `result, ${best}`;
  return [...textOutput(label, text), ...images.slice(0, 1)];
}

// Indented, what is nested deeply takes a thousand times its length.
const MOST_INDENTED = 64 * 1024;

function jsonText(form: unknown): string {
  const text = JSON.stringify(form);
  return text.length > MOST_INDENTED ? text : JSON.stringify(form, null, 2);
}

const V3_NAMES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  text: 'text/plain',
  latex: 'text/latex',
  html: 'text/html',
  json: 'application/json',
};

/** Up to nbformat 3, the output itself holds the forms, under short names. */
function withMimeTypes(output: Fields): Fields {
  return Object.fromEntries(
    Object.entries(V3_NAMES).flatMap(([name, mimeType]) => (name in output ? [[mimeType, output[name]]] : [])),
  );
}

function textOutput(label: string, text: string): CellOutput[] {
  const shown = lastStates(stripVTControlCharacters(text)).trimEnd();
  return shown === '' ? [] : [{ kind: 'text', label, text: shown }];
}

/** Returns the text that a terminal would show in the end of lines that are overwritten, such as progress bars. */
function lastStates(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^.*\r(?=.)/gm, '');
}
