import { differentialSuite } from './differential.ts';

differentialSuite(15);
