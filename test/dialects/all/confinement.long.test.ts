import { casesToTest, HOSTILE_CASES } from '@dragoman/testing';
import { confinedDialects } from './confined-dialects.ts';

confinedDialects(casesToTest(HOSTILE_CASES, 60));
