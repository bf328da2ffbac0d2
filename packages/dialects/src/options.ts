export { contains, type IdleDenyGlob, idleDenyGlobs, type Log, type Severity, suggestion } from '@dragoman/tools';
export { type HelpPage, type HelpStyle, type HelpTable, helpText } from './lib/options/help-page.ts';
export { openSession } from './lib/options/open-session.ts';
export { optionRows } from './lib/options/option-help.ts';
export { OPTIONS, type Option } from './lib/options/option-table.ts';
export { type Options, type RawOptions, readOptions } from './lib/options/options.ts';
export { sessionOptionsOf } from './lib/options/session-options.ts';
