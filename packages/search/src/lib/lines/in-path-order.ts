import type { FoundFile } from './line-search.ts';
import { pathKey } from './path-order.ts';

type Batches = Iterable<readonly FoundFile[]> | AsyncIterable<readonly FoundFile[]>;

/** Merges two iterables of files, both sorted by path. Leaving the loop ends both. */
export async function* inPathOrder(batches: Batches, others: Batches): AsyncGenerator<FoundFile[]> {
  const [files, otherFiles] = [eachFile(batches), eachFile(others)];
  try {
    let [one, other] = await Promise.all([files.next(), otherFiles.next()]);
    while (!one.done || !other.done) {
      if (!one.done && (other.done || one.value.key < other.value.key)) {
        yield [one.value.file];
        one = await files.next();
      } else if (!other.done) {
        yield [other.value.file];
        other = await otherFiles.next();
      }
    }
  } finally {
    await Promise.all([files.return(undefined), otherFiles.return(undefined)]);
  }
}

async function* eachFile(batches: Batches): AsyncGenerator<{ readonly file: FoundFile; readonly key: string }, void> {
  for await (const files of batches) for (const file of files) yield { file, key: pathKey(file.path) };
}
