import { HOSTILE_CASES, testRounds, testSample } from '@dragoman/testing';
import { describe, it } from 'vitest';
import { chdirPlatform, procPlatform } from '../src/lib/descriptors/platform.ts';
import { changesNothingDenied, UNWRITABLE } from './hostile-changes.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

describe.each(platforms)(`a volume over a hostile tree, ${HOSTILE_CASES.length} paths ($strategy)`, (platform) => {
  it('removes and moves what is allowed and nothing else', async () => {
    await changesNothingDenied(platform, testSample([...UNWRITABLE, ...HOSTILE_CASES], testRounds(60)));
  }, 300_000);
});
