import { manyEntries } from './many-entries.ts';

manyEntries(2500);
