import type { Language } from './reading-likelihood.ts';
import type { Encoding } from './text-format.ts';

/** An encoding that bytes may be in. */
export interface Candidate {
  readonly encoding: Encoding;
  /** Share of the files that are in it, among those that are not UTF-8. */
  readonly share: number;
  readonly languages: readonly Language[];
}

const WESTERN: readonly Language[] = ['fr', 'de', 'es', 'pt', 'it', 'sv', 'da', 'nb', 'fi', 'is', 'ca'];
const CENTRAL: readonly Language[] = ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'de'];
const CYRILLIC: readonly Language[] = ['ru', 'uk', 'bg', 'sr', 'be'];

/** The encodings that are told apart by statistics, the supersets that programs really write. */
export const CANDIDATES: readonly Candidate[] = [
  { encoding: 'windows-1252', share: 0.3, languages: WESTERN },
  { encoding: 'gb18030', share: 0.2, languages: ['simplified', 'traditional'] },
  { encoding: 'shift_jis', share: 0.12, languages: ['kanji'] },
  { encoding: 'windows-1251', share: 0.1, languages: CYRILLIC },
  { encoding: 'euc-kr', share: 0.06, languages: ['hangul'] },
  { encoding: 'big5', share: 0.06, languages: ['traditional'] },
  { encoding: 'euc-jp', share: 0.02, languages: ['kanji'] },
  { encoding: 'windows-1250', share: 0.08, languages: CENTRAL },
  { encoding: 'iso-8859-2', share: 0.02, languages: CENTRAL },
  { encoding: 'koi8-r', share: 0.05, languages: ['ru', 'bg'] },
  { encoding: 'windows-1254', share: 0.03, languages: ['tr'] },
  { encoding: 'windows-1253', share: 0.01, languages: ['el'] },
  { encoding: 'windows-1255', share: 0.01, languages: ['he'] },
  { encoding: 'windows-1256', share: 0.01, languages: ['ar', 'fa'] },
  { encoding: 'windows-1257', share: 0.008, languages: ['lt', 'lv', 'et'] },
  { encoding: 'windows-874', share: 0.005, languages: ['th'] },
  { encoding: 'cp866', share: 0.01, languages: CYRILLIC },
  { encoding: 'cp437', share: 0.02, languages: WESTERN },
  { encoding: 'cp850', share: 0.005, languages: WESTERN },
  { encoding: 'macintosh', share: 0.005, languages: WESTERN },
  { encoding: 'koi8-u', share: 0.003, languages: ['uk'] },
  { encoding: 'windows-1258', share: 0.002, languages: ['vi'] },
  { encoding: 'iso-8859-5', share: 0.002, languages: CYRILLIC },
  { encoding: 'iso-8859-7', share: 0.0003, languages: ['el'] },
  { encoding: 'iso-8859-6', share: 0.001, languages: ['ar'] },
  { encoding: 'iso-8859-8', share: 0.0003, languages: ['he'] },
  { encoding: 'iso-8859-9', share: 0.001, languages: ['tr'] },
];

/** Languages of all candidates. */
export const LANGUAGES: readonly Language[] = [...new Set(CANDIDATES.flatMap(({ languages }) => languages))];
