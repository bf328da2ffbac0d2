import { killedIndexSuite } from './killed-index.ts';

killedIndexSuite(1);
