/** Lets other calls and timers have their turn in a long synchronous job. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
