import { testRounds } from '@dragoman/testing';
import { differentialSuite } from './differential.ts';

differentialSuite(testRounds(40));
