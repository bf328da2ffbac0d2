import { casesToTest, DIALECTS } from '@dragoman/testing';
import { CLIENTS } from './clients.ts';
import { clientLimitsSuite } from './suite.ts';

const all = CLIENTS.flatMap((client) => DIALECTS.map((dialect) => ({ ...client, dialect })));

clientLimitsSuite(casesToTest(all, 16));
