export { openSession } from './lib/open-session.ts';
export { OPTIONS, type Option, type Options, type RawOptions, readOptions } from './lib/options.ts';
export { sessionOptionsOf } from './lib/session-options.ts';
