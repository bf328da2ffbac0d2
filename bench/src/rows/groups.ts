import type { Scenario } from '../measure/scenario.ts';
import { http } from './http.ts';
import { objects } from './objects.ts';
import { reading } from './reading.ts';
import { searching } from './searching.ts';
import { session } from './session.ts';
import { writing } from './writing.ts';

/** All scenarios by the titles of their groups, in the order of the report. */
export const GROUPS: Readonly<Record<string, readonly Scenario[]>> = {
  'A session': session,
  Reading: reading,
  Writing: writing,
  Searching: searching,
  'Over HTTP': http,
  'An object store': objects,
};
