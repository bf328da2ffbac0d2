import { HOSTILE_CASES, testSample } from '@dragoman/testing';
import { confinedDialects } from './confined-dialects.ts';

confinedDialects(testSample(HOSTILE_CASES, 20));
