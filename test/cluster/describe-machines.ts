import type { SharedMounts } from '@dragoman/testing';
import { afterAll, describe, it } from 'vitest';
import { describeContract } from './contract.ts';
import { describeDeaths } from './deaths.ts';
import { describeEdits } from './edits.ts';
import { describeLooks } from './looks.ts';
import { startMachines } from './machines.ts';
import { describeStalls } from './stalls.ts';

/** Tests the promises of servers on two machines that share a file system. Where it cannot be had they are left out. */
export async function describeMachines(name: string, share: () => Promise<SharedMounts>): Promise<void> {
  // Started before the tests, which have to be known by then.
  const mounts = await share().catch((error: Error) => error.message);
  if (typeof mounts === 'string') {
    it(`two servers on two machines that share ${name}`, (context) => context.skip(mounts));
    return;
  }
  const machines = await startMachines(mounts);
  describe(`two servers on two machines that share ${name}`, () => {
    afterAll(() => machines[Symbol.asyncDispose]());
    describeEdits(machines);
    describeLooks(machines);
    describeDeaths(machines);
    describeStalls(machines);
    describeContract(name, mounts);
  });
}
