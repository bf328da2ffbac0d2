import { DIFFERENCES, differencesSuite } from './differences.ts';

differencesSuite(DIFFERENCES);
