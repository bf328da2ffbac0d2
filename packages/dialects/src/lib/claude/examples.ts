import type { Examples } from '../dialect.ts';

export const examples = {
  Read: ['src/index.ts', 'src/index.ts --offset 10 --limit 20'],
} satisfies Examples;
