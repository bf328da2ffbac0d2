// Apart from the repository's own configuration: here the packages are used as they are built, as by a stranger.
export default { test: { include: ['test/*.test.ts'] } };
