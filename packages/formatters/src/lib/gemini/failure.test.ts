import type { ArgumentIssue } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { otherFailure, schemaIssue } from './failure.ts';

const E = 'Error: Invalid parameters provided. Reason: ';
const told = (...issues: readonly ArgumentIssue[]) =>
  schemaIssue({ code: 'INVALID_ARGUMENT', problem: 'arguments', issues });

describe('schemaIssue', () => {
  it.each<[ArgumentIssue, string]>([
    [{ argument: '', problem: 'type', expected: 'object' }, 'Value of params must be an object'],
    [{ argument: 'path', problem: 'missing' }, "params must have required property 'path'"],
    [{ argument: 'offset', problem: 'type', expected: 'number' }, 'params/offset must be number'],
    [{ argument: 'ignore.0', problem: 'type', expected: 'string' }, 'params/ignore/0 must be string'],
    [{ argument: 'limit', problem: 'too_small', minimum: 1 }, 'params/limit must be >= 1'],
    [{ argument: 'limit', problem: 'too_big', maximum: 9 }, 'params/limit must be <= 9'],
    [{ argument: 'mode', problem: 'value' }, 'params/mode is not valid'],
  ])('tells of %j', (issue, sentence) => {
    expect(told(issue)).toBe(E + sentence);
  });

  it('tells one thing at a time, what is missing before all else', () => {
    const wrong: ArgumentIssue = { argument: 'offset', problem: 'type', expected: 'number' };
    expect(told(wrong, { argument: 'path', problem: 'missing' })).toBe(`${E}params must have required property 'path'`);
    expect(told(wrong, { ...wrong, argument: 'limit' })).toBe(`${E}params/offset must be number`);
  });

  it('is silent on failures of another kind', () => {
    expect(schemaIssue({ code: 'NOT_FOUND', path: 'f' })).toBe(null);
    expect(told()).toBe(null);
  });
});

describe('otherFailure', () => {
  it('calls wrong arguments so, and nothing else', () => {
    const pattern = { problem: 'text', pattern: '(', reason: 'unclosed group' } as const;
    expect(otherFailure({ code: 'INVALID_PATTERN', ...pattern })).toBe(`${E}Cannot search for "(": unclosed group`);
    expect(otherFailure({ code: 'INVALID_ARGUMENT', problem: 'no-path', path: '' })).toBe(`${E}The path is empty`);
    const full = 'Cannot go on: too many open files in this process';
    expect(otherFailure({ code: 'IO_ERROR', problem: 'descriptors' })).toBe(`Error: ${full}`);
  });
});
