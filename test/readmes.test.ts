import { describe } from 'vitest';
import { readmeExamples } from '../tooling/readme-examples.ts';
import { examplesSuite } from './readmes.ts';

describe('the first example of each README', () => {
  examplesSuite(readmeExamples().filter(({ page }, index, all) => all[index - 1]?.page !== page));
});
