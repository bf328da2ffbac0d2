import { type Failure, pathOf, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { Options } from './options.ts';

/** Opens what options describe. @throws ToolError whose message begins with the option or variable that gave the faulty value */
export async function namingOption<Opened>(options: Options, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const option = optionBehind(error.failure, options);
    if (option === undefined) throw error;
    throw new ToolError(error.failure, `${option}: ${error.message}`, { cause: error });
  }
}

/** The option that gave the value an error is about, as the user spelled it. */
function optionBehind(failure: Failure, options: Options): string | undefined {
  const { allow, workdir, deny, memoryDir, journalDir, cacheDir, index, spelled } = options;
  const path = pathOf(failure);
  if (failure.code === 'INVALID_PATTERN' && deny.includes(failure.pattern)) return spelled.deny;
  if (path !== undefined && path === journalDir) return spelled.journalDir;
  if (failure.code === 'INVALID_ARGUMENT' && failure.problem === 'option' && failure.option === 'journal.dir')
    return spelled.journal ?? '--journal';
  if (path !== undefined && path === index) return spelled.index;
  if (path !== undefined && path === memoryDir) return spelled.memoryDir;
  if (path !== undefined && path === cacheDir) return spelled.cacheDir;
  if (allow?.some((directory) => directory === path)) return spelled.allow;
  return path === workdir ? spelled.workdir : undefined;
}
