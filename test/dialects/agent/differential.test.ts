import { differentialSuite } from './differential.ts';

differentialSuite(4);
