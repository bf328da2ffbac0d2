import { startEngine } from '@dragoman/testing';
import { describeMachines } from './describe-machines.ts';

await describeMachines('MooseFS', () => startEngine('MooseFS'));
