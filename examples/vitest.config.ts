import { defineConfig } from 'vitest/config';

// The packages are used as built, as a stranger would.
export default defineConfig({ test: { include: ['test/*.test.ts'] } });
