export {
  assertDirectory,
  contains,
  type IdleDenyGlob,
  idleDenyGlobs,
  isBoundedJson,
  LIMITS,
  type LimitName,
  type Log,
  limitsOf,
  resolvedAsFarAs,
  type Severity,
  suggestion,
  wideDirectory,
} from '@dragoman/tools';
export { type HelpPage, type HelpStyle, type HelpTable, helpText } from './lib/options/help-page.ts';
export { assertKnownVariables } from './lib/options/known-variables.ts';
export { type LaidOverlay, type OpeningOptions, openOverlay } from './lib/options/open-overlay.ts';
export { openSession } from './lib/options/open-session.ts';
export type { ObjectVolumes } from './lib/options/open-volumes.ts';
export { optionRows } from './lib/options/option-help.ts';
export { choice, count, FILE, type Kind, list, optional, SWITCH, single, size } from './lib/options/option-kinds.ts';
export { choiceOf, OPTIONS, type Option, option } from './lib/options/option-table.ts';
export { absolutePath, assertText, expandGlob, invalid, parseSize, type Raw } from './lib/options/option-values.ts';
export { type Options, readOptions } from './lib/options/options.ts';
export { readFlags } from './lib/options/read-flags.ts';
export { type RawOptions, readTable, type ValuesOf } from './lib/options/read-table.ts';
export { journalSessionOf, sessionOptionsOf } from './lib/options/session-options.ts';
export { unnamedDirectory } from './lib/options/unnamed-directory.ts';
export type { NamedVolume } from './lib/options/volume-value.ts';
