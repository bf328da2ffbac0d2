/**
 * Bound for `vi.waitFor` and tests that wait for a process: for what never comes, in milliseconds, not for what takes
 * long on a busy machine.
 */
export const PATIENCE = { timeout: 45_000 } as const;
