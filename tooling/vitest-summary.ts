import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';

/** Ends a run with one machine-readable line; an error outside a test counts as a failure. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const suite of module.children.allSuites()) count.failed += (suite as TestSuite).errors().length;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        count[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed${skipped}\n`);
  }
}
