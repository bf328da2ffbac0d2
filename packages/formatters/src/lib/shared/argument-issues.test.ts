import type { ArgumentIssue } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { argumentIssues } from './argument-issues.ts';

describe('argumentIssues', () => {
  it.each<[ArgumentIssue, string]>([
    [{ argument: 'path', problem: 'missing', expected: 'string' }, 'Argument "path" is required and must be a string'],
    [{ argument: 'limit', problem: 'type', expected: 'integer' }, 'Argument "limit" must be an integer'],
    [{ argument: '', problem: 'type', expected: 'object' }, 'The arguments must be an object'],
    [{ argument: 'limit', problem: 'too_small', of: 'number', minimum: 1 }, 'Argument "limit" must be at least 1'],
    [{ argument: 'range', problem: 'too_big', of: 'array', maximum: 2 }, 'Argument "range" must have at most 2 items'],
    [{ argument: 'x', problem: 'too_small', of: 'string', minimum: 1 }, 'Argument "x" must have at least 1 characters'],
    [{ argument: 'x', problem: 'unknown' }, 'Argument "x" is not one of this tool\'s'],
    [{ argument: 'mode', problem: 'value', values: ['a', 'b'] }, 'Argument "mode" must be one of "a", "b"'],
  ])('tells of %j', (issue, sentence) => {
    expect(argumentIssues([issue])).toBe(sentence);
  });

  it('names each of several', () => {
    const issues = ['a', 'b'].map((argument) => ({ argument, problem: 'missing' }) as const);
    expect(argumentIssues(issues)).toBe('Argument "a" is required; Argument "b" is required');
  });
});
