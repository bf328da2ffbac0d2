import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stateDirectory } from './state-directory.ts';

const { platform } = process;

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

const HOME = join(homedir(), '.local/state/dragoman/journal');

describe('stateDirectory', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', { XDG_STATE_HOME: '/state' }, '/state/dragoman/journal'],
    ['linux', { XDG_STATE_HOME: 'state', LOCALAPPDATA: '/local' }, HOME],
    ['darwin', {}, HOME],
    ['win32', { XDG_STATE_HOME: '/state', LOCALAPPDATA: '/local' }, '/local/dragoman/journal'],
    ['win32', {}, HOME],
  ])('is on %s with %j: %s', (system, environment, directory) => {
    Object.defineProperty(process, 'platform', { value: system });
    expect(stateDirectory(environment, 'journal')).toBe(directory);
  });
});
