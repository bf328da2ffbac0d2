import { stripVTControlCharacters } from 'node:util';
import type { CellOutput, UnshownOutput } from '@dragoman/outcomes/internal/parts';
import { pictureFacts } from '../pictures/picture-facts.ts';
import { type Fields, isFields, isText, joined } from './notebook-json.ts';

/** Outputs of a cell as they are shown; those of no known form are left out. */
export function outputsOf(outputs: unknown): CellOutput[] {
  return Array.isArray(outputs) ? outputs.filter(isFields).flatMap(toOutputs) : [];
}

/** Files that the source of a cell refers to by `attachment:` and their names. */
export function attachmentsOf(attachments: unknown): CellOutput[] {
  if (!isFields(attachments)) return [];
  return Object.entries(attachments).flatMap(([name, forms]) => (isFields(forms) ? mediaOutputs(forms, name) : []));
}

function toOutputs(output: Fields): CellOutput[] {
  switch (output.output_type) {
    case 'stream': {
      const name = output.name ?? output.stream;
      return textOutput(typeof name === 'string' ? name : 'stdout', joined(output.text));
    }
    case 'error':
    case 'pyerr':
      return [errorOutput(output)];
    default:
      return richOutputs(isFields(output.data) ? output.data : withMimeTypes(output));
  }
}

function errorOutput({ ename, evalue, traceback }: Fields): CellOutput {
  const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === 'string') : [];
  const headline = asShown(`${joined(ename)}: ${joined(evalue)}`);
  return { kind: 'error', headline, traceback: asShown(lines.join('\n')) };
}

// Best first: only one of them is shown.
const TEXTS = ['text/markdown', 'text/plain', 'text/latex', 'text/html', 'image/svg+xml', 'application/json'];
const TEXTUAL = /^text\/|[/+](?:json|xml)$|^application\/(?:javascript|x-latex)$/;

/** An output in several forms: the best of its texts, at most one picture, and the names of what is neither. */
function richOutputs(forms: Fields): CellOutput[] {
  const types = Object.keys(forms);
  const best = TEXTS.find((type) => types.includes(type)) ?? types.find((type) => TEXTUAL.test(type));
  const media = mediaOutputs(forms, null);
  if (best === undefined) return media;
  const plain = best === 'text/plain' || !types.includes('text/plain') ? null : asShown(joined(forms['text/plain']));
  const label = best === 'text/plain' ? 'result' : `result, ${best}`;
  return [...textOutput(label, formText(forms[best], best), plain), ...media];
}

function formText(form: unknown, type: string): string {
  const isJson = Array.isArray(form) && /json$/.test(type);
  return isText(form) && !isJson ? joined(form) : jsonText(form);
}

// Indented, what is nested deeply takes a thousand times its length.
const MOST_INDENTED = 64 * 1024;

function jsonText(form: unknown): string {
  const text = JSON.stringify(form);
  return text.length > MOST_INDENTED ? text : JSON.stringify(form, null, 2);
}

/** The first form that is a picture models see, or the fault of the first; then all that is neither text nor picture. */
function mediaOutputs(forms: Fields, name: string | null): CellOutput[] {
  const media = Object.entries(forms)
    .filter(([type]) => !TEXTUAL.test(type))
    .map(([type, form]) => mediaOutput({ type, name, text: joined(form) }));
  const pictures = media.filter((output) => output.kind === 'image' || 'picture' in output);
  const shown = pictures.find(({ kind }) => kind === 'image') ?? pictures[0];
  return media.filter((output) => output === shown || !pictures.includes(output));
}

interface EncodedForm {
  readonly type: string;
  readonly name: string | null;
  /** Base64. */
  readonly text: string;
}

/** A picture by its bytes, whatever its type says and however large it is; else its name and size. */
function mediaOutput({ type, name, text }: EncodedForm): CellOutput {
  const base64 = text.replace(/\s+/g, '');
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(base64);
  const bytes = Buffer.from(isBase64 ? base64 : '', 'base64');
  const facts = pictureFacts(bytes);
  const unshown: UnshownOutput = { kind: 'unshown', mimeType: type, size: isBase64 ? bytes.length : text.length, name };
  if (facts === null) return type.startsWith('image/') ? { ...unshown, picture: { problem: 'unknown' } } : unshown;
  const { format, mimeType, fault } = facts;
  if (fault !== null) return { ...unshown, picture: { problem: fault, format } };
  return { kind: 'image', mimeType, base64: bytes.toString('base64'), name };
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

function textOutput(label: string, text: string, plain: string | null = null): CellOutput[] {
  const shown = asShown(text);
  return shown === '' && !plain ? [] : [{ kind: 'text', label, text: shown, plain }];
}

/** Returns the text that a terminal would show in the end of lines that are overwritten, such as progress bars. */
function asShown(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r+/g, '\r')
    .replaceAll('\r\n', '\n')
    .replace(/^.*\r(?=.)/gm, '')
    .replace(/\r$/, '');
}
