import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  absolutePath,
  assertChoice,
  assertRegion,
  assertText,
  assertUrl,
  expandGlob,
  parseCount,
  parseSize,
  parseSwitch,
} from './option-values.ts';

const raw = (text: string) => ({ spelled: '--option', text, currentDirectory: () => '/cwd' });
const MANY = Number.MAX_SAFE_INTEGER;

describe('a value of an option', () => {
  it.each<[string, unknown, unknown]>([
    ['a choice', assertChoice(raw('b'), ['a', 'b']), 'b'],
    ['a text', assertText(raw(' ')), ' '],
    ['a region', assertRegion(raw('EU-central-1')), 'EU-central-1'],
    ['an absolute path', absolutePath(raw('/a/../b/')), '/b'],
    ['a relative path', absolutePath(raw('a')), '/cwd/a'],
    ['a path at home', absolutePath(raw('~/a')), join(homedir(), 'a')],
    ['the home', absolutePath(raw('~')), homedir()],
    ['a path with a name that only begins with a dollar', absolutePath(raw('/a/$b')), '/a/$b'],
    ['a glob', expandGlob(raw('**/$lang/*.key')), '**/$lang/*.key'],
    ['a glob at home', expandGlob(raw('~/*.key')), `${homedir()}/*.key`],
    ['bytes', parseSize(raw('500')), 500],
    ['bytes with a unit', parseSize(raw('1.5 kB')), 1536],
    ['a count', parseCount(raw('10'), 10), 10],
    ['a count without a limit', parseCount(raw('1'), MANY), 1],
    ['a switch that is named', parseSwitch(raw('')), true],
    ['a switch in capitals', parseSwitch(raw('Yes')), true],
    ['a switch that is off', parseSwitch(raw('OFF')), false],
    ['a URL', assertUrl(raw('http://localhost:9000/s3')), 'http://localhost:9000/s3'],
  ])('is %s', (_, value, expected) => {
    expect(value).toBe(expected);
  });

  it.each<[() => unknown, string]>([
    [() => assertChoice(raw('c'), ['a', 'b']), '--option must be one of a, b, not "c"'],
    [() => assertText(raw('')), '--option must be given a value, or left out for its default'],
    [() => assertRegion(raw('eu.central')), '--option must be a name of letters, digits and hyphens, not "eu.central"'],
    [() => absolutePath(raw('')), '--option must be given a value, or left out for its default'],
    [() => parseSize(raw('0')), '--option must be a size such as 500000, 256KB, 10MB or 1GB, not "0"'],
    [() => parseSize(raw('1TB')), '--option must be a size such as 500000, 256KB, 10MB or 1GB, not "1TB"'],
    [() => parseSize(raw('9e99')), '--option must be a size such as 500000, 256KB, 10MB or 1GB, not "9e99"'],
    [() => parseCount(raw('0'), 10), '--option must be a whole number from 1 to 10, not "0"'],
    [() => parseCount(raw('11'), 10), '--option must be a whole number from 1 to 10, not "11"'],
    [() => parseCount(raw('1.5'), MANY), '--option must be a whole number from 1 up, not "1.5"'],
    [() => parseSwitch(raw('maybe')), '--option must be true or false, not "maybe"'],
    ...[
      ['localhost', 'localhost'],
      ['ftp://host', 'ftp://host'],
      ['http://user@host', 'http://…@host'],
      ['http://:se@cret@host/path@', 'http://…@host/path@'],
      ['http://user:se/cret@host', 'http://…@host'],
      ['http://user@se:cr/et@host', 'http://…@host'],
      ['user:secret@host', '…@host'],
      ['s3:/user:secret@host', 's3:/…@host'],
    ].map(([url = '', told = '']): [() => unknown, string] => [
      () => assertUrl(raw(url)),
      `--option must be a URL with http or https, without a user, not "${told}"`,
    ]),
  ])('is refused by a sentence that says what it must be: %s', (read, sentence) => {
    expect(read).toThrow(
      expect.objectContaining({ message: sentence, failure: expect.objectContaining({ problem: 'option' }) }),
    );
  });

  it.each([
    [absolutePath, '${workspaceFolder}/src', '${workspaceFolder}'],
    [absolutePath, '/a/${env:NAME}', '${env:NAME}'],
    [absolutePath, '$HOME/src', '$HOME'],
    [absolutePath, '%USERPROFILE%\\src', '%USERPROFILE%'],
    [expandGlob, '${workspaceFolder}/*.key', '${workspaceFolder}'],
  ])('names what the client should have replaced: %o %s', (read, text, placeholder) => {
    expect(() => read(raw(text))).toThrow(`--option: "${placeholder}" stands for a directory`);
  });
});
