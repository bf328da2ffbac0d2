export type Severity = 'debug' | 'info' | 'warn' | 'error';

/** Logs for the user what no result says: one line, whose `data` are JSON values. An app passes it in. */
export type Log = (severity: Severity, message: string, data?: Readonly<Record<string, unknown>>) => void;
