import fc from 'fast-check';

// In CI, property tests always run on the same cases, so that a failure is due to the change. Elsewhere, and in the
// nightly run, they look for new cases; one that fails becomes a test of its own.
if (process.env.CI && !process.env.EXPLORE) fc.configureGlobal({ seed: 20_251_121 });
