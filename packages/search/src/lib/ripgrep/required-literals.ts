import { type PatternNode, parsePattern, textOf } from './pattern-tree.ts';
import type { LineQuery } from './ripgrep-arguments.ts';

/** Literals that a file must contain for a pattern to match in it: bytes, one per code unit, with A-Z as a-z. */
export type Requirement =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'all'; readonly of: readonly Requirement[] }
  | { readonly kind: 'any'; readonly of: readonly Requirement[] };

// A shorter text is in nearly every file.
const LEAST_BYTES = 3;
const MOST_TEXTS = 16;
const MOST_BYTES = 256;
const NOT_ONE_LINE = /[\0\r\n]/;

/**
 * Literals that a search requires of a file; null if nothing is surely required.
 * @param query its pattern may be malformed: ripgrep says so
 */
export function requiredLiterals({ pattern, literal, ignoreCase = false }: LineQuery): Requirement | null {
  if (NOT_ONE_LINE.test(pattern) || !pattern.isWellFormed()) return null;
  const node = literal ? literalNode(pattern, ignoreCase) : parsePattern(pattern, ignoreCase);
  if (node === null) return null;
  const { texts, required } = demandOf(node);
  return texts === null ? required : anyOf(texts);
}

function literalNode(pattern: string, ignoreCase: boolean): PatternNode {
  const parts = Array.from(pattern, (character): PatternNode => {
    const text = textOf(character, ignoreCase);
    return text === null ? { kind: 'anything' } : { kind: 'texts', texts: [text] };
  });
  return { kind: 'sequence', parts };
}

interface Demand {
  /** All texts that it matches, if those are few; else null. */
  readonly texts: readonly string[] | null;
  /** Present if the texts are not known. */
  readonly required: Requirement | null;
}

const NONE: Demand = { texts: null, required: null };

function demandOf(node: PatternNode): Demand {
  switch (node.kind) {
    case 'texts':
      return { texts: node.texts, required: null };
    case 'anything':
      return NONE;
    case 'sequence':
      return sequenceDemand(node.parts);
    case 'choice':
      return choiceDemand(node.branches.map(demandOf));
    case 'repeated': {
      const { texts, required } = demandOf(node.part);
      return { texts: null, required: texts === null ? required : anyOf(texts) };
    }
  }
}

function sequenceDemand(parts: readonly PatternNode[]): Demand {
  const required: Requirement[] = [];
  let current: readonly string[] = [''];
  let isExact = true;
  const flush = (): void => {
    const alternatives = anyOf(current);
    if (alternatives !== null) required.push(alternatives);
    isExact = false;
  };
  for (const part of parts) {
    // What is repeated ends the text before it, and begins the next.
    const isRepeated = part.kind === 'repeated';
    const { texts, required: inner } = demandOf(isRepeated ? part.part : part);
    const joined = texts === null ? null : joinedTexts(current, texts);
    if (joined !== null) current = joined;
    if (joined === null || isRepeated) {
      flush();
      current = texts ?? [''];
      if (inner !== null) required.push(inner);
    }
  }
  if (isExact) return { texts: current, required: null };
  flush();
  return { texts: null, required: allOf(required) };
}

/** Every text with every continuation; null if those are too many or too long. */
function joinedTexts(texts: readonly string[], continuations: readonly string[]): string[] | null {
  if (texts.length * continuations.length > MOST_TEXTS) return null;
  const joined = texts.flatMap((text) => continuations.map((continuation) => text + continuation));
  return joined.some(({ length }) => length > MOST_BYTES) ? null : joined;
}

function choiceDemand(branches: readonly Demand[]): Demand {
  const texts = branches.flatMap((branch) => branch.texts ?? []);
  if (branches.every((branch) => branch.texts !== null) && texts.length <= MOST_TEXTS) return { texts, required: null };
  const required = branches.map((branch) => (branch.texts === null ? branch.required : anyOf(branch.texts)));
  const known = required.filter((each) => each !== null);
  return { texts: null, required: known.length < required.length ? null : { kind: 'any', of: known } };
}

/** Null if one of the texts is too short to be looked for. */
function anyOf(texts: readonly string[]): Requirement | null {
  if (texts.length === 0 || texts.some(({ length }) => length < LEAST_BYTES)) return null;
  const of = [...new Set(texts)].map((text): Requirement => ({ kind: 'text', text }));
  return of.length === 1 ? (of[0] ?? null) : { kind: 'any', of };
}

function allOf(required: readonly Requirement[]): Requirement | null {
  return required.length <= 1 ? (required[0] ?? null) : { kind: 'all', of: required };
}
