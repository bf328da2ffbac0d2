import type { DifferenceKind } from '@dragoman/fs-core/internal/kernel';
import { foldLookAlikes } from './look-alikes.ts';

/** Removes one kind of difference from a text; `oldTextOnly` if only the old text can have the fault. */
interface Fold {
  readonly kind: DifferenceKind;
  readonly oldTextOnly?: true;
  readonly apply: (text: string) => string;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const FOLDS: readonly Fold[] = [
  { kind: 'lineNumbers', oldTextOnly: true, apply: (text) => text.replace(/^ *\d+(?:\t|→|: ?|\| ?)/gm, '') },
  {
    kind: 'escapes',
    oldTextOnly: true,
    apply: (text) => text.replace(/\\([ntr"'`\\])/g, (_, escaped: string) => ESCAPED[escaped] ?? escaped),
  },
  // First, since a space beyond ASCII counts as one for what follows.
  { kind: 'lookAlike', apply: foldLookAlikes },
  { kind: 'lineEnding', apply: (text) => text.replace(/\r\n?/g, '\n') },
  // The lookbehind keeps a long run of spaces inside a line from being tried again at each of its characters.
  { kind: 'trailingSpace', apply: (text) => text.replace(/(?<![ \t])[ \t]+(?=\r?$)/gm, '') },
  { kind: 'tabs', apply: (text) => text.replace(/^[ \t]+/gm, (margin) => margin.replaceAll('\t', '    ')) },
  { kind: 'indentation', apply: (text) => text.replace(/^[ \t]+/gm, '') },
  { kind: 'spacing', apply: (text) => text.replace(/(?<=\S)[ \t]+(?=\S)/g, spaceBetween) },
  { kind: 'quotes', apply: (text) => text.replace(/[‘’‚‛′`´]/g, "'").replace(/[“”„‟″«»]/g, '"') },
  { kind: 'case', apply: (text) => text.toLowerCase() },
];

/** The kinds of difference to ignore for `oldText` to be found in `text`: none of them could be left out. */
export function differencesBetween(oldText: string, text: string): readonly DifferenceKind[] {
  if (!isFound(oldText, text, FOLDS)) return ['content'];
  const needed = FOLDS.reduceRight(
    (kept, fold) => (isFound(oldText, text, without(kept, fold)) ? without(kept, fold) : kept),
    FOLDS,
  );
  return needed.map(({ kind }) => kind);
}

function isFound(oldText: string, text: string, folds: readonly Fold[]): boolean {
  const folded = folds.reduce((value, { apply }) => apply(value), oldText);
  const shown = folds.reduce((value, { apply, oldTextOnly }) => (oldTextOnly ? value : apply(value)), text);
  return shown.includes(folded);
}

function without(folds: readonly Fold[], fold: Fold): readonly Fold[] {
  return folds.filter((other) => other !== fold);
}

/** Between words one space is as good as many, and beside a mark none. */
function spaceBetween(space: string, at: number, text: string): string {
  const isWord = (character = '') => /[\p{L}\p{N}_]/u.test(character);
  return isWord(text[at - 1]) && isWord(text[at + space.length]) ? ' ' : '';
}
