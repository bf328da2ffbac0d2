import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { plantTree } from '@dragoman/testing';
import type { Case, Session } from '../cases/case.ts';

type Contents = Readonly<Record<string, string>>;

/** The directory in which the cases of a session are called. */
export interface CaseTree {
  /** The arguments of a case, with the directory's path; others have written by then what the case says. */
  begin(one: Case): Readonly<Record<string, unknown>>;
  /** Files that changed since the case began, by path; undefined if none did. */
  changed(): Readonly<Record<string, string | null>> | undefined;
  /** The text with `{cwd}` for the directory's path. */
  scrubbed(text: string): string;
}

/** Plants the files of a session, each a second newer than the one before it. */
export function plantCases(root: string, { files }: Session): CaseTree {
  plantTree(root, files);
  Object.keys(files).forEach((path, index) => {
    if (files[path] !== null) utimesSync(join(root, path), FIRST_TIME + index, FIRST_TIME + index);
  });
  let before: Contents = {};
  return {
    begin({ args, meanwhile = {} }) {
      plantTree(root, meanwhile);
      before = contentsOf(root);
      return JSON.parse(JSON.stringify(args).replaceAll('{cwd}', root));
    },
    changed() {
      const after = contentsOf(root);
      const paths = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
      return paths.length === 0 ? undefined : Object.fromEntries(paths.map((path) => [path, after[path] ?? null]));
    },
    scrubbed: (text) => text.replaceAll(root, '{cwd}'),
  };
}

const FIRST_TIME = Date.UTC(2024, 0, 1) / 1000;

function contentsOf(root: string): Contents {
  const files = readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.sort().map((path) => [path.slice(root.length + 1), contentOf(path)]));
}

function contentOf(path: string): string {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : `base64:${bytes.toString('base64')}`;
}
