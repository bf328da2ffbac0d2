import { givenMounts } from '@dragoman/testing';
import { describeMachines } from './describe-machines.ts';

const given = process.env.DRAGOMAN_TEST_MOUNTS;

await describeMachines('the mounts of DRAGOMAN_TEST_MOUNTS', async () => {
  if (!given) throw new Error('None are given');
  return givenMounts(given);
});
