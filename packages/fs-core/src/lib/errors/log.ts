export type Severity = 'debug' | 'info' | 'warn' | 'error';

/** Where the user is told what no result tells: one line, whose `data` are JSON values. An app passes it in. */
export type Log = (severity: Severity, message: string, data?: Readonly<Record<string, unknown>>) => void;
