import { delimiter, join } from 'node:path';
import { limitsOf } from '@dragoman/tools/internal/session';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from './option-table.ts';
import { readOptions } from './options.ts';

const read = (given: Record<string, string[]> = {}, environment: Record<string, string> = {}, defaults = {}) =>
  readOptions(new Map(Object.entries(given)), { environment, currentDirectory: () => '/cwd' }, defaults);

describe('readOptions', () => {
  it('fills in the defaults of the options page', () => {
    expect(read(), 'every option of the table stands here with its default').toEqual({
      dialect: 'auto',
      structured: 'auto',
      resources: 'on',
      allow: null,
      deny: [],
      volumes: [],
      s3Endpoint: null,
      s3Region: null,
      s3PathStyle: false,
      cacheDir: null,
      cacheSize: 1024 ** 3,
      maxObjects: 100_000,
      builtinDeny: true,
      passedOver: [],
      workdir: '/cwd',
      roots: 'auto',
      readOnly: false,
      dryRun: false,
      fsync: true,
      locks: 'auto',
      overlay: false,
      ...limitsOf((_, { fallback }) => fallback),
      maxMessageSize: 32 * 1024 ** 2,
      memoryDir: null,
      journal: false,
      journalDir: null,
      journalSize: 500 * 1024 * 1024,
      journalAge: 30,
      hidden: false,
      requireRead: 'auto',
      index: 'auto',
      shell: 'off',
      git: 'read',
      shellTimeoutMs: 120_000,
      shellEnv: [],
      shellCleanEnv: false,
      environment: {},
      logLevel: 'warn',
      spelled: { allow: undefined, deny: undefined, workdir: undefined },
    });
  });

  it('lets the command line beat the environment, and that the default', () => {
    const environment = { DRAGOMAN_MAX_FILE_SIZE: '2KB', DRAGOMAN_DIALECT: 'gemini' };
    expect(read({}, environment)).toMatchObject({ maxFileSize: 2048, dialect: 'gemini' });
    expect(read({ 'max-file-size': ['3MB'] }, environment)).toMatchObject({ maxFileSize: 3 * 1024 ** 2 });
    expect(read({}, {}, { dialect: 'editor' }).dialect).toBe('editor');
    expect(read({}, { DRAGOMAN_DIALECT: '' }).dialect).toBe('auto');
  });

  it('splits lists in the environment and resolves directories', () => {
    const environment = {
      DRAGOMAN_ALLOW_DIR: ['/a', 'b'].join(delimiter),
      DRAGOMAN_DENY: ['**/.env', 'x'].join(delimiter),
    };
    expect(read({}, environment)).toMatchObject({ allow: ['/a', join('/cwd', 'b')], deny: ['**/.env', 'x'] });
    expect(read({ 'allow-dir': ['c', 'd'], workdir: ['w'] }, environment)).toMatchObject({
      allow: ['/cwd/c', '/cwd/d'],
      workdir: '/cwd/w',
    });
  });

  it.each([
    ['500000', 500_000],
    ['1KB', 1024],
    ['1.5 mb', 1_572_864],
    ['2GB', 2_147_483_648],
    ['7b', 7],
  ])('reads the size %s', (text, bytes) => {
    expect(read({ 'max-file-size': [text] }).maxFileSize).toBe(bytes);
  });

  it.each([
    ['max-file-size', '10 parsecs'],
    ['max-file-size', '0'],
    ['max-file-size', '-1'],
    ['max-file-size', ''],
    ['dialect', 'klingon'],
    ['require-read', 'sometimes'],
    ['shell', 'on'],
    ['shell-timeout', '600001'],
    ['max-results', '1.5'],
    ['log-level', 'loud'],
    ['roots', 'narrow'],
    ['read-only', 'maybe'],
    ['allow-dir', ''],
    ['workdir', ''],
    ['max-response-size', ''],
  ])('refuses --%s %j in one line that names it', (name, value) => {
    expect(() => read({ [name]: [value] })).toThrow(new RegExp(`^--${name} must be [^\\n]+$`));
  });

  it('names the variable where that is what is wrong, unless a flag beats it', () => {
    const environment = { DRAGOMAN_MAX_FILE_SIZE: 'huge' };
    expect(() => read({}, environment)).toThrow(/^DRAGOMAN_MAX_FILE_SIZE must be a size [^\n]+, not "huge"$/);
    expect(read({ 'max-file-size': ['1KB'] }, environment).maxFileSize).toBe(1024);
  });

  it.each([
    ['/cwd/sub', '/cwd/sub'],
    ['sub', '/cwd/sub'],
    ['/', '/cwd'],
  ])('starts in %s where only that is allowed and the server was started in /cwd', (named, workdir) => {
    expect(read({ 'allow-dir': [named] }).workdir).toBe(named === '/' ? '/' : workdir);
  });

  it.each([
    [
      { shell: ['unrestricted'] },
      '--overlay cannot stand beside --shell unrestricted: a command does not see what the overlay has changed, and changes the trees themselves. Leave one of the two out',
    ],
    [
      { shell: ['sandboxed'] },
      '--overlay cannot stand beside --shell sandboxed: a command does not see what the overlay has changed, and changes the trees themselves. Leave one of the two out',
    ],
    [
      { journal: [''] },
      '--overlay cannot stand beside --journal: a journal records what changes in the trees, and an overlay leaves them as they are. Leave one of the two out',
    ],
    [
      { roots: ['intersect'] },
      '--overlay cannot stand beside --roots intersect: an overlay belongs to the trees that the options name, whatever the roots of a client. Leave one of the two out',
    ],
  ])('refuses --overlay beside %j', (beside, sentence) => {
    expect(() => read({ overlay: [''], ...beside })).toThrow(sentence);
    expect(read(beside)).toMatchObject({ overlay: false });
  });

  it('names the variables that cannot stand beside each other', () => {
    const environment = { DRAGOMAN_OVERLAY: '1', DRAGOMAN_SHELL: 'unrestricted' };
    expect(() => read({}, environment)).toThrow('DRAGOMAN_OVERLAY cannot stand beside DRAGOMAN_SHELL unrestricted: ');
    expect(read({ shell: ['off'] }, environment)).toMatchObject({ overlay: true, shell: 'off' });
  });

  it('describes every option for help', () => {
    for (const { name, description } of OPTIONS) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      expect(description.length).toBeGreaterThan(20);
    }
  });
});
