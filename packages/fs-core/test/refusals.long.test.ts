import { testRounds } from '@dragoman/testing';
import { refusalSuite } from './refusals.ts';

// Every call where tests explore, and every fifth elsewhere.
const step = testRounds(1) > 1 ? 1 : 5;
refusalSuite({ errnos: ['EIO', 'EMFILE', 'ESTALE'], kinds: Number.POSITIVE_INFINITY, step });
