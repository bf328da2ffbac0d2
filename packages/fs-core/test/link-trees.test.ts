import { linkTreesSuite, testRounds } from '@dragoman/testing';
import { chdirPlatform, procPlatform } from '../src/lib/descriptors/platform.ts';
import { openLocalVolume } from '../src/lib/local/local-volume.ts';

for (const platform of [...(process.platform === 'linux' ? [procPlatform] : []), chdirPlatform]) {
  linkTreesSuite({
    kind: `a volume (${platform.strategy})`,
    numRuns: testRounds(12),
    detourCodes: [],
    async open(home) {
      const volume = openLocalVolume({ allow: [home], deny: ['**/denied'], platform, fsync: false });
      return { volume, [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose]() };
    },
  });
}
