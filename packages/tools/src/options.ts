export { contains, type IdleDenyGlob, idleDenyGlobs } from '@dragoman/fs-core';
export { type HelpPage, type HelpStyle, type HelpTable, helpText } from './lib/help-page.ts';
export { openSession } from './lib/open-session.ts';
export { optionRows } from './lib/option-help.ts';
export { OPTIONS, type Option } from './lib/option-table.ts';
export { type Options, type RawOptions, readOptions } from './lib/options.ts';
export { sessionOptionsOf } from './lib/session-options.ts';
export { suggestion } from './lib/suggestion.ts';
