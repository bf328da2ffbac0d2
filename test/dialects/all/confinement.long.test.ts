import { HOSTILE_CASES } from '@dragoman/testing';
import { confinedDialects } from './confined-dialects.ts';

confinedDialects(HOSTILE_CASES);
