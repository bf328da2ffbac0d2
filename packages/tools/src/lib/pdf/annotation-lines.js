// @ts-check
import { radioChoices } from './radio-choices.js';

/** @import { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs' */

/**
 * An annotation as the reader gives it, of which it declares no type.
 * @typedef {object} Annotation
 * @property {string} subtype
 * @property {number} [annotationFlags]
 * @property {string} [fieldType] `Tx`, `Ch`, `Btn`, or `Sig` for a signature
 * @property {string} [fieldName]
 * @property {unknown} [fieldValue]
 * @property {boolean} [checkBox]
 * @property {boolean} [radioButton]
 * @property {readonly { exportValue: string, displayValue: string }[]} [options]
 * @property {{ str?: string }} [contentsObj]
 */

/**
 * Lines for the form fields and the notes that a page shows: a field as `name: value`, a check box with `yes` or `no`.
 * @param {PDFDocumentProxy} document
 * @param {PDFPageProxy} page
 * @returns {Promise<string[]>}
 */
export async function annotationLines(document, page) {
  /** @type {readonly Annotation[]} */
  const annotations = await page.getAnnotations();
  const shown = annotations.filter(isShown);
  const isNumbered = shown.some(({ radioButton, fieldValue }) => radioButton && NUMBER.test(String(fieldValue)));
  const groups = isNumbered ? radioChoices(await document.getData()) : new Map();
  // Several buttons make one field, and a field may stand in several places.
  return [...new Set(shown.flatMap((annotation) => lineOf(annotation, groups)))];
}

const NUMBER = /^\d+$/;

/** Flags of what is hidden, and of what is only printed. */
const UNSEEN = 2 | 32;

/** @param {Annotation} annotation */
function isShown({ annotationFlags = 0 }) {
  return (annotationFlags & UNSEEN) === 0;
}

/**
 * @param {Annotation} annotation
 * @param {Map<string, readonly string[]>} groups
 * @returns {string[]}
 */
function lineOf(annotation, groups) {
  const { subtype, fieldName = '', contentsObj } = annotation;
  if (subtype === 'Text' || subtype === 'FreeText') {
    const note = contentsObj?.str?.replace(/\r\n?/g, '\n').trim() ?? '';
    return note === '' ? [] : [note];
  }
  const choices = groups.get(fieldName.slice(fieldName.lastIndexOf('.') + 1)) ?? [];
  const value = subtype === 'Widget' ? fieldText(annotation, choices) : null;
  return value === null ? [] : [`${fieldName}: ${value}`.trim()];
}

/**
 * Null for what holds no value: a button to push, a signature.
 * @param {Annotation} annotation
 * @param {readonly string[]} choices
 * @returns {string | null}
 */
function fieldText({ fieldType, fieldValue, checkBox, radioButton, options = [] }, choices) {
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((each) => typeof each === 'string');
  const value = values
    .map((each) => options.find(({ exportValue }) => exportValue === each)?.displayValue ?? each)
    .join(', ')
    .replace(/\r\n?/g, '\n');
  if (fieldType === 'Tx' || fieldType === 'Ch') return value;
  if (checkBox) return value === '' || value === 'Off' ? 'no' : 'yes';
  if (!radioButton) return null;
  return value === 'Off' ? '' : ((NUMBER.test(value) ? choices[Number(value)] : null) ?? value);
}
