import { ToolError } from '@dragoman/fs-core';

/** Conditions on a file that must hold for a write to happen. */
export interface Preconditions {
  readonly version?: string;
  /** The lines that are about to be replaced; LF stands for CRLF too, and the last newline may be missing. */
  readonly expectedText?: string;
  readonly totalLines?: number;
}

/** Facts about the file that conditions are compared with. */
export interface FileFacts {
  readonly path: string;
  readonly version: string;
  readonly totalLines: number;
  /** The lines that are about to be replaced, as many of them as there are. */
  readonly text: () => string;
  /** UTF-8 bytes: the largest response that may report a conflict. */
  readonly maxResponseSize: number;
}

/** UTF-8 bytes of each text that a conflict reports: enough to see what happened and to write again. */
const MAX_TEXT_BYTES = 32 * 1024;
/** Each of the two texts may take 1/16 of the response: JSON escapes can grow a byte to six. */
const SHARE = 16;

/**
 * @throws ToolError `CONFLICT` (details: the names of those that `failed`, what was `expected`, and the `actual`
 * version, number of lines and text) if any of them is not true
 */
export function assertPreconditions(expected: Preconditions, facts: FileFacts): void {
  const { path, version, totalLines } = facts;
  const failed = [
    ...(expected.version === undefined || expected.version === version ? [] : ['version']),
    ...(expected.expectedText === undefined || isSameText(expected.expectedText, facts.text()) ? [] : ['expectedText']),
    ...(expected.totalLines === undefined || expected.totalLines === totalLines ? [] : ['totalLines']),
  ];
  if (failed.length === 0) return;
  const { expectedText, ...others } = expected;
  const maxBytes = Math.min(MAX_TEXT_BYTES, Math.floor(facts.maxResponseSize / SHARE));
  const asked = expectedText === undefined ? null : beginning(expectedText, maxBytes);
  const found = beginning(facts.text(), maxBytes);
  throw new ToolError(
    {
      code: 'CONFLICT',
      problem: 'preconditions',
      path,
      failed,
      expected: {
        ...others,
        ...(asked && { expectedText: asked.text, ...(asked.isCut && { expectedTextTruncated: true }) }),
      },
      actual: { version, totalLines, text: found.text, ...(found.isCut && { textTruncated: true }) },
    },
    `Cannot write "${path}": it is not what was expected`,
  );
}

function isSameText(expected: string, actual: string): boolean {
  const expectedText = closed(expected);
  const found = closed(actual);
  // As an expectation, '' stands for one empty line, too.
  return expectedText === found || (expectedText === '' && found === '\n');
}

function closed(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function beginning(text: string, maxBytes: number): { readonly text: string; readonly isCut: boolean } {
  if (Buffer.byteLength(text) <= maxBytes) return { text, isCut: false };
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return { text: text.slice(0, read), isCut: true };
}
