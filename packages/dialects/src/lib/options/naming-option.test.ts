import { type Failure, ToolError } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { namingOption } from './naming-option.ts';
import { readOptions } from './options.ts';

const WORDS = {
  workdir: ['/work'],
  'allow-dir': ['/allowed'],
  deny: ['[secret'],
  'memory-dir': ['/memory'],
  'journal-dir': ['/journal'],
  'cache-dir': ['/cache'],
};
const options = readOptions(new Map(Object.entries(WORDS)), { environment: {}, currentDirectory: () => '/work' });

const failing = (error: unknown, given = options) => namingOption(given, () => Promise.reject(error));
const missing = (path: string): Failure => ({ code: 'NOT_FOUND', path });

describe('namingOption', () => {
  it('gives what was opened', async () => {
    expect(await namingOption(options, async () => 'opened')).toBe('opened');
  });

  it.each<[string, Failure]>([
    ['--workdir', missing('/work')],
    ['--allow-dir', missing('/allowed')],
    ['--memory-dir', missing('/memory')],
    ['--journal-dir', missing('/journal')],
    ['--cache-dir', missing('/cache')],
    ['--deny', { code: 'INVALID_PATTERN', problem: 'glob', pattern: '[secret', reason: 'a bracket is not closed' }],
    ['--journal', { code: 'INVALID_ARGUMENT', problem: 'option', option: 'journal.dir' }],
  ])('says that %s gave the value that failed', async (option, failure) => {
    const cause = new ToolError(failure, 'It failed');
    await expect(failing(cause)).rejects.toMatchObject({ message: `${option}: It failed`, failure, cause });
  });

  it('names a variable by its name', async () => {
    const environment = { DRAGOMAN_MEMORY_DIR: '/memory' };
    const given = readOptions(new Map(), { environment, currentDirectory: () => '/work' });
    await expect(failing(new ToolError(missing('/memory'), 'It failed'), given)).rejects.toThrow(
      'DRAGOMAN_MEMORY_DIR: It failed',
    );
  });

  it.each<[string, unknown]>([
    ['what no option gave', new ToolError(missing('/elsewhere'), 'It failed')],
    ['what is about no value', new ToolError({ code: 'CANCELLED' }, 'It failed')],
    ['what nobody foresaw', new Error('It failed')],
  ])('leaves alone %s', async (_, error) => {
    await expect(failing(error)).rejects.toBe(error);
  });
});
