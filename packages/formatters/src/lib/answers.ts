import type { BudgetedAnswer } from './budgeted/answers.ts';
import type { FilesystemAnswer } from './filesystem/answers.ts';

/** What goes into `structuredContent`, in dialects that answer so. */
export type Answer = BudgetedAnswer | FilesystemAnswer;
