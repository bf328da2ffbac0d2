import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import wabt from 'wabt';
import { KERNEL_MODULE } from './counting-kernel.ts';

it('the counting kernel is what its source assembles to', async () => {
  const file = 'counting-kernel.wat';
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  const module = (await wabt()).parseWat(file, source, { simd: true });
  module.validate();
  expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(KERNEL_MODULE);
  module.destroy();
});
