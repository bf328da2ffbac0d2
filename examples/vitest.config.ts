// Apart from the repository's own configuration: here the packages are used as they are packed, as by a stranger.
export default { test: { include: ['test/*.test.ts'], testTimeout: 120_000 } };
