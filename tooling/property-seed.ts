import fc from 'fast-check';

// In CI the properties run on the same cases everywhere and every time, so that a change is judged by what it changes.
// Elsewhere, and in the nightly run, they look for new ones; what they find becomes a test of its own.
if (process.env.CI && !process.env.EXPLORE) fc.configureGlobal({ seed: 20_251_121 });
