import { manyEntries } from './many-entries.ts';

manyEntries(100_000);
