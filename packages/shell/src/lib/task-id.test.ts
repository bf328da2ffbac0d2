import { describe, expect, it } from 'vitest';
import { isTaskId, newTaskId } from './task-id.ts';

describe('the name of a task', () => {
  it('begins with what is the same for all of one server', () => {
    const [one, other] = [newTaskId(), newTaskId()];
    expect(one).not.toBe(other);
    expect(one.slice(0, 5)).toBe(other.slice(0, 5));
    expect(one).toMatch(/^[0-9a-f]{4}-/);
  });

  it('is told from other texts', () => {
    expect([newTaskId(), '1', '', `${newTaskId()}\n`].map(isTaskId)).toEqual([true, false, false, false]);
  });
});
