import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program of the README of `@dragoman/dialects` that is an agent of some kit. */
export interface ReadmeAgent {
  /** The door of the package by which it reaches its kit: `ai` for `@dragoman/dialects/ai`. */
  readonly kit: string;
  readonly code: string;
}

/** The blocks that the README marks as agents. */
export function readmeAgents(): ReadmeAgent[] {
  const page = readFileSync(join(import.meta.dirname, '../../packages', 'dialects', 'README.md'), 'utf8');
  return [...page.matchAll(/^```ts agent\n(.*?)^```$/gms)].map(({ 1: code = '' }) => {
    const kit = /from '@dragoman\/dialects\/([^']+)'/.exec(code)?.[1];
    if (kit === undefined) throw new Error(`An agent without a kit:\n${code}`);
    return { kit, code };
  });
}
