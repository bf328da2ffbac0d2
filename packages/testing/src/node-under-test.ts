/**
 * The Node that the built apps are started with: the one that runs the tests or, if `DRAGOMAN_TEST_NODE` names another,
 * that one (see `tooling/node-under-test.ts`).
 */
export const NODE = process.env.DRAGOMAN_TEST_NODE || process.execPath;
