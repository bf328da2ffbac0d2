import { refusalSuite } from './refusals.ts';

refusalSuite({ errnos: ['EIO', 'EMFILE', 'ESTALE'], kinds: Number.POSITIVE_INFINITY, step: 1 });
