import { describe, expect, it } from 'vitest';
import { createUnreadAnswers } from './unread-answers.ts';

/** A connection, and the times that it was given to read. */
function connection() {
  const times: number[] = [];
  const socket = {
    setTimeout(ms: number) {
      times.push(ms);
      return socket as never;
    },
  };
  return { socket, times };
}

describe('createUnreadAnswers', () => {
  it('gives those less time whose principal has no room left, once, and nobody else', () => {
    let more = 0;
    const answers = createUnreadAnswers(100, () => {
      more += 1;
    });
    const [first, second, other] = [connection(), connection(), connection()];
    const hold = answers.hold('ann', { bytes: 30, socket: first.socket });
    answers.hold('ben', { bytes: 30, socket: other.socket });
    expect([answers.hasRoomFor('ann'), first.times]).toEqual([true, []]);
    answers.hold('ann', { bytes: 30, socket: second.socket });
    answers.hold('ann', { bytes: 1, socket: second.socket });
    expect([answers.hasRoomFor('ann'), answers.hasRoomFor('ben')]).toEqual([false, true]);
    expect([first.times, second.times, other.times]).toEqual([[5000], [5000, 5000], []]);
    hold[Symbol.dispose]();
    expect([answers.hasRoomFor('ann'), more]).toEqual([true, 1]);
  });

  it('hurries everybody where all together have filled it', () => {
    const answers = createUnreadAnswers(100, () => {});
    const [ann, ben, cat] = [connection(), connection(), connection()];
    answers.hold('ann', { bytes: 40, socket: ann.socket });
    answers.hold('ben', { bytes: 40, socket: ben.socket });
    answers.hold('cat', { bytes: 20, socket: cat.socket });
    expect([ann.times, ben.times, cat.times]).toEqual([[5000], [5000], [5000]]);
    expect(answers.hasRoomFor('dan')).toBe(false);
  });
});
