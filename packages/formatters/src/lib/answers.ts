import type { BudgetedAnswer } from './budgeted/answers.ts';
import type { FilesystemAnswer } from './filesystem/answers.ts';
import type { TypedAnswer } from './shared/typed-answer.ts';

/** Content of `structuredContent`, in dialects that answer so. */
export type Answer = BudgetedAnswer | FilesystemAnswer | TypedAnswer;
