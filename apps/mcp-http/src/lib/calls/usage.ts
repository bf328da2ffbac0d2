import type { Quota } from '../who/quota.ts';
import { Refusal } from './refusal.ts';

/** The part of its quota that a principal uses, on this node. */
export interface Usage {
  /**
   * Counts a call that begins. The caller calls `end` when it has ended.
   * @param bytes of its request, which it may write: they count until it has ended
   * @throws Refusal
   */
  begin(bytes: number): void;
  end(bytes: number): void;
  wrote(bytes: number): void;
  /** @throws Refusal */
  openSession(): void;
  closeSession(): void;
  /** True if anything that was done still counts. */
  counts(): boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function createUsage(quota: Quota, now: () => number): Usage {
  const { concurrentCalls, sessions: maxSessions } = quota;
  const pace = quota.callsPerMinute === null ? null : createPace(quota.callsPerMinute);
  const written = quota.bytesWrittenPerDay === null ? null : createDailySum(quota.bytesWrittenPerDay);
  let running = 0;
  let sessions = 0;
  return {
    begin(bytes) {
      if (concurrentCalls !== null && running >= concurrentCalls)
        throw new Refusal(429, `${concurrentCalls} calls at once are allowed`, 1);
      written?.assertLeft(now());
      pace?.count(now());
      written?.hold(bytes);
      running += 1;
    },
    end(bytes) {
      running -= 1;
      written?.hold(-bytes);
    },
    wrote: (bytes) => written?.add(bytes, now()),
    openSession() {
      if (maxSessions !== null && sessions >= maxSessions)
        throw new Refusal(429, `${maxSessions} sessions are allowed`, 1);
      sessions += 1;
    },
    closeSession() {
      sessions -= 1;
    },
    counts: () => running > 0 || sessions > 0 || pace?.counts(now()) === true || written?.counts(now()) === true,
  };
}

/** No more than so many calls in any minute. */
function createPace(callsPerMinute: number) {
  // In turn, the times of the last calls: the one that is overwritten must be a minute old.
  const times: number[] = [];
  let next = 0;
  return {
    count(nowMs: number): void {
      const leftMs = (times[next] ?? Number.NEGATIVE_INFINITY) + MINUTE_MS - nowMs;
      if (leftMs > 0) throw new Refusal(429, `${callsPerMinute} calls a minute are allowed`, leftMs / 1000);
      times[next] = nowMs;
      next = (next + 1) % callsPerMinute;
    },
    counts: (nowMs: number): boolean => times.some((time) => time + MINUTE_MS > nowMs),
  };
}

/** Sums the bytes written in the day that began with the first write. */
function createDailySum(limit: number) {
  let beganMs = Number.NEGATIVE_INFINITY;
  let sum = 0;
  /** Bytes that calls under way may write. */
  let held = 0;
  return {
    assertLeft(nowMs: number): void {
      const leftMs = beganMs + DAY_MS - nowMs;
      const used = leftMs > 0 ? sum : 0;
      if (used + held >= limit)
        throw new Refusal(429, `${limit} bytes a day may be written`, used >= limit ? leftMs / 1000 : 1);
    },
    hold(bytes: number): void {
      held += bytes;
    },
    add(bytes: number, nowMs: number): void {
      if (nowMs - beganMs >= DAY_MS) [beganMs, sum] = [nowMs, 0];
      sum += bytes;
    },
    counts: (nowMs: number): boolean => beganMs + DAY_MS > nowMs,
  };
}
