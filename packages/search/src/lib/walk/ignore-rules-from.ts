import { encodeName } from '@dragoman/fs-core';
import { type IgnoreRules, parseIgnoreRules } from '@dragoman/patterns';

/** The rules in the bytes of an ignore file; null if there are too many (`parseIgnoreRules`). */
export function ignoreRulesFrom(content: Buffer): IgnoreRules | null {
  return parseIgnoreRules(content.toString('latin1'), (name) => encodeName(name).toString('latin1'));
}
