import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readUserFile } from '@dragoman/fs-core/internal/host';
import { ignoreRulesFrom } from './glob-filter.ts';

/** A variable of git's configuration, as `section.subsection.name`, all but the subsection in lower case. */
interface Setting {
  readonly key: string;
  readonly value: string;
}

/** Facts that conditions of `includeIf` depend on. */
export interface ConfigContext {
  readonly home: string;
  /** Path of the repository's git directory; null outside of repositories. */
  readonly gitDirectory: string | null;
}

const MAX_BYTES = 512 * 1024;
// As git has it.
const MAX_DEPTH = 10;
// Of one file, with those that it includes.
const MAX_FILES = 100;

/** The settings in a file of git's configuration and in those that it includes, in their order: the last one holds. */
export function readGitConfig(path: string, context: ConfigContext): Setting[] {
  let files = 0;
  const read = (file: string, depth: number): Setting[] => {
    files += 1;
    const text = depth > MAX_DEPTH || files > MAX_FILES ? undefined : readUserFile(file, MAX_BYTES)?.toString();
    return parseGitConfig(text ?? '').flatMap((setting) => {
      const included = includedPath(setting, file, context);
      return included === null ? [setting] : read(included, depth + 1);
    });
  };
  return read(path, 0);
}

/** A path as git reads it in a setting: `~/` is the home directory. */
export function configPath(value: string, { home }: Pick<ConfigContext, 'home'>, folder: string): string {
  return value.startsWith('~/') ? join(home, value.slice(2)) : resolve(folder, value);
}

function includedPath({ key, value }: Setting, file: string, context: ConfigContext): string | null {
  const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1];
  const holds = condition === undefined ? key === 'include.path' : isMet(condition, file, context);
  return holds ? configPath(value, context, dirname(file)) : null;
}

function isMet(condition: string, file: string, { home, gitDirectory }: ConfigContext): boolean {
  if (gitDirectory === null) return false;
  const [, ignoresCase, given = ''] = /^gitdir(\/i)?:(.*)$/s.exec(condition) ?? [];
  const [, branches] = /^onbranch:(.*)$/s.exec(condition) ?? [];
  if (branches !== undefined) {
    const head = readUserFile(join(gitDirectory, 'HEAD'), MAX_BYTES)?.toString() ?? '';
    const branch = /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1];
    return branch !== undefined && matchesPath(branches, branch);
  }
  if (given === '') return false;
  const placed = given.startsWith('./') ? join(dirname(file), given.slice(1)) : given.replace(/^~\//, `${home}/`);
  const fold = (text: string): string => (ignoresCase === undefined ? text : text.toLowerCase());
  return matchesPath(fold(isAbsolute(placed) ? placed : `**/${placed}`), fold(gitDirectory));
}

/** Matches in the syntax of ignore files, in linear time; `a/` is all in `a`. */
function matchesPath(pattern: string, path: string): boolean {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  const rules = ignoreRulesFrom(Buffer.from(`/${whole.replace(/^\//, '')}`));
  const names = path.split('/').filter(Boolean);
  const name = names.pop() ?? '';
  const state = names.reduce((outer, directory) => rules.enter(outer, directory), rules.start);
  return rules.judge(state, name, true) === 'excluded';
}

const HEADER = /\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:\\.|[^"\\\n])*)")?\s*\]/y;
const NAME = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
// Quoted text, an escape, the end of a line that goes on, or a comment to the end of its line.
const VALUE = /((?:"(?:\\.|\\\r?\n|[^"\\\n])*"|\\\r?\n|\\.|[^"\\#;\n])*)(?:[#;][^\n]*)?(?:\n|$)/y;
const BLANK = /(?:\s|[#;][^\n]*)*/y;

/** Settings up to the first line that git would refuse. */
function parseGitConfig(text: string): Setting[] {
  const settings: Setting[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let section = '';
  const take = (shape: RegExp): RegExpExecArray | null => {
    shape.lastIndex = at;
    const match = shape.exec(text);
    if (match !== null) at = shape.lastIndex;
    return match;
  };
  for (take(BLANK); at < text.length; take(BLANK)) {
    const header = take(HEADER);
    if (header !== null) {
      const [, name = '', subsection] = header;
      section = name.toLowerCase() + (subsection === undefined ? '' : `.${subsection.replace(/\\(.)/g, '$1')}`);
      continue;
    }
    const [, name, equals] = take(NAME) ?? [];
    if (name === undefined || section === '') break;
    const value = equals === '' ? '' : take(VALUE)?.[1];
    if (value === undefined) break;
    settings.push({ key: `${section}.${name.toLowerCase()}`, value: unquoted(value) });
  }
  return settings;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** The text that a value stands for, without the blanks around it, unless they are quoted. */
function unquoted(raw: string): string {
  // A blank that is quoted is marked, so that it is not trimmed.
  const marked = raw.replace(/"((?:\\.|\\\r?\n|[^"\\])*)"/gs, (_, quoted: string) => `\0${quoted}\0`);
  const trimmed = marked.trim().replaceAll('\0', '');
  return trimmed.replace(/\\(\r?\n|.)/gs, (_, escaped: string) =>
    /\n/.test(escaped) ? '' : (ESCAPES[escaped] ?? escaped),
  );
}
