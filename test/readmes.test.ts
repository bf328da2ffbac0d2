import { testSample } from '@dragoman/testing';
import { describe } from 'vitest';
import { readmeExamples } from '../tooling/readme-examples.ts';
import { examplesSuite } from './readmes.ts';

const first = readmeExamples().filter(({ page }, index, all) => all[index - 1]?.page !== page);

describe('the first example of a README', () => {
  examplesSuite(testSample(first, 5));
});
