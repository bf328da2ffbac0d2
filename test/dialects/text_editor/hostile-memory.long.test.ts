import { HOSTILE_CASES } from '@dragoman/testing';
import { hostileMemorySuite } from './hostile-memory.ts';

hostileMemorySuite(HOSTILE_CASES);
