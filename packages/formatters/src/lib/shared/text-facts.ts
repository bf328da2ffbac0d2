import type { TextOutcome } from '@dragoman/outcomes';
import type { TextFacts } from '../facts.ts';

/** Facts about the lines that were shown, for programs. @param endLine 1-based; 0 if the file is empty */
export function textFacts(outcome: TextOutcome, endLine: number): TextFacts {
  const { path, realPath, startLine, totalLines, encoding } = outcome;
  return { kind: 'text', path, realPath, startLine, endLine, totalLines, encoding };
}
