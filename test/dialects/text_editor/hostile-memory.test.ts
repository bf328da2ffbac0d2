import { HOSTILE_CASES, testSample } from '@dragoman/testing';
import { hostileMemorySuite } from './hostile-memory.ts';

hostileMemorySuite(testSample(HOSTILE_CASES, 12));
