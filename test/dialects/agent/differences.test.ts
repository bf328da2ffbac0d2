import { testSample } from '@dragoman/testing';
import { DIFFERENCES, differencesSuite } from './differences.ts';

differencesSuite(Object.fromEntries(testSample(Object.entries(DIFFERENCES), 5)));
