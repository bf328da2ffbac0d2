import { refusalSuite } from './refusals.ts';

refusalSuite({ errnos: ['EIO'], kinds: 1, step: 13 });
