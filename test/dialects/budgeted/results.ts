import type { ServedDialect } from '@dragoman/testing';
import { expect } from 'vitest';

type Facts = Readonly<Record<string, unknown>>;

/** Calls a tool that succeeds. */
export async function give<Result extends Facts>(server: ServedDialect, name: string, args: Facts): Promise<Result> {
  const { isError, facts } = await call(server, name, args);
  expect(facts).not.toHaveProperty('error');
  expect(isError).toBe(false);
  return facts as Result;
}

/** Calls a tool that fails, and returns the error. */
export async function refuse(server: ServedDialect, name: string, args: Facts): Promise<Facts> {
  const { isError, facts } = await call(server, name, args);
  expect(isError).toBe(true);
  expect(Object.keys(facts)).toEqual(['error']);
  return facts.error as Facts;
}

async function call(server: ServedDialect, name: string, args: Facts) {
  const { content, text, isError, structuredContent } = await server.call(name, args);
  expect(content.map(({ type }) => type)).toEqual(['text']);
  expect(JSON.parse(text)).toEqual(structuredContent);
  return { isError, facts: structuredContent ?? {} };
}

export interface CodePage extends Facts {
  readonly content: string;
  readonly continuation: string | null;
  readonly version: string;
}

/** Reads page after page to the end. */
export async function readOn(server: ServedDialect, args: Facts, limits: Facts): Promise<CodePage[]> {
  const pages = [await give<CodePage>(server, 'read_code', { ...args, ...limits })];
  for (let last = pages.at(-1)?.continuation; last; last = pages.at(-1)?.continuation) {
    pages.push(await give<CodePage>(server, 'read_code', { ...args, ...limits, continuation: last }));
  }
  return pages;
}
