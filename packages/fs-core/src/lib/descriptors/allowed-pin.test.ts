import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScope } from '../paths/scope.ts';
import { isAllowedBelow, isAllowedPin } from './allowed-pin.ts';
import { choosePlatform, type Platform } from './platform.ts';

const rooms = join(import.meta.dirname, '..');

describe('a judged pin', () => {
  it('is made where its path is judged, and nowhere else', () => {
    expect(filesWith(/\.judge\(.*\) [!=]== 'allowed'/)).toEqual(['descriptors/allowed-pin.ts']);
    expect(filesWith(/\bas (?:AllowedPin|RealPath)\b/)).toEqual(['local/local-volume.ts']);
  });

  it('is what content is opened of', () => {
    const openAny = (platform: Platform, pin: ReturnType<Platform['pinRoot']>): number =>
      // @ts-expect-error: this pin was not judged
      platform.openContent(pin);
    expect(openAny).toBeTypeOf('function');
  });

  it('lies in a root, by the path that it has', () => {
    const platform = choosePlatform();
    const pin = platform.pinRoot('/');
    try {
      expect(isAllowedPin(createScope({ roots: [pin.realPath] }), pin, 'read')).toBe(true);
      expect(isAllowedPin(createScope({ roots: [import.meta.dirname] }), pin, 'read')).toBe(false);
    } finally {
      platform.release(pin);
    }
  });

  it('is judged by all of its names, wherever one of them is denied', () => {
    const scope = createScope({ roots: [rooms], deny: ['secret'] });
    expect(isAllowedBelow(scope, 'plain', join(rooms, 'plain'))).toBe(true);
    expect(isAllowedBelow(scope, 'secret', join(rooms, 'secret'))).toBe(false);
    expect(isAllowedBelow(scope, 'secret/plain', join(rooms, 'secret', 'plain'))).toBe(false);
  });
});

function filesWith(pattern: RegExp): string[] {
  return readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .filter((file) => pattern.test(readFileSync(join(rooms, file), 'utf8')));
}
