import { describe, expect, it } from 'vitest';
import { createUnreadAnswers } from './unread-answers.ts';

/** Answers of a client, and the times that it was given to read them. */
function client() {
  const times: number[] = [];
  return { answer: (bytes: number) => ({ bytes, hurry: (ms: number) => void times.push(ms) }), times };
}

describe('createUnreadAnswers', () => {
  it('gives those less time whose principal has no room left, once, and nobody else', () => {
    let more = 0;
    const answers = createUnreadAnswers(100, () => {
      more += 1;
    });
    const [first, second, other] = [client(), client(), client()];
    const hold = answers.hold('ann', first.answer(30));
    answers.hold('ben', other.answer(30));
    expect([answers.hasRoomFor('ann'), first.times]).toEqual([true, []]);
    answers.hold('ann', second.answer(30));
    answers.hold('ann', second.answer(1));
    expect([answers.hasRoomFor('ann'), answers.hasRoomFor('ben')]).toEqual([false, true]);
    expect([first.times, second.times, other.times]).toEqual([[5000], [5000, 5000], []]);
    hold[Symbol.dispose]();
    expect([answers.hasRoomFor('ann'), more]).toEqual([true, 1]);
  });

  it('hurries everybody where all together have filled it', () => {
    const answers = createUnreadAnswers(100, () => {});
    const [ann, ben, cat] = [client(), client(), client()];
    answers.hold('ann', ann.answer(40));
    answers.hold('ben', ben.answer(40));
    answers.hold('cat', cat.answer(20));
    expect([ann.times, ben.times, cat.times]).toEqual([[5000], [5000], [5000]]);
    expect(answers.hasRoomFor('dan')).toBe(false);
  });
});
