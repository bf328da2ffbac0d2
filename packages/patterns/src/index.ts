export { expandBraces } from './lib/braces.ts';
export { type IgnoreRules, parseIgnoreRules, type Verdict } from './lib/ignore-rules.ts';
export { MalformedGlobError } from './lib/malformed-glob-error.ts';
export type { State } from './lib/path-automaton.ts';
export { compilePathPattern, type PathPattern, type PathPatternOptions } from './lib/path-pattern.ts';
