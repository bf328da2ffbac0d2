import { join } from 'node:path';
import * as testing from '@dragoman/testing';

export { ended, type Program, spoken } from '@dragoman/testing';

/** @param source a module that takes what it needs of this package from `./index.js` and `./kernel.js` */
export function createProgram(source: string): testing.Program {
  const doors = ['index', 'internal/kernel'].map((door) => join(import.meta.dirname, `../src/${door}.ts`));
  return testing.createProgram(doors, source);
}
