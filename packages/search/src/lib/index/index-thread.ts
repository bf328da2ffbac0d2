import { runTask } from '@dragoman/fs-core/index-kit';
import { refresh } from './refresh-task.ts';

void runTask(refresh);
