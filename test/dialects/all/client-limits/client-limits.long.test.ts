import { DIALECTS } from '@dragoman/testing';
import { CLIENTS } from './clients.ts';
import { clientLimitsSuite } from './suite.ts';

clientLimitsSuite(CLIENTS.flatMap((client) => DIALECTS.map((dialect) => ({ ...client, dialect }))));
