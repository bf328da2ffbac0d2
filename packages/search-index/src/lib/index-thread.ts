import { runTask } from '@dragoman/fs-core/internal/index-kit';
import { refresh } from './refresh-task.ts';

void runTask(refresh);
