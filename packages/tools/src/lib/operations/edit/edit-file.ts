import { ToolError } from '@dragoman/fs-core/internal/kernel';
import type { ChangeFileOutcome } from '@dragoman/outcomes/internal/parts';
import { differingLines, findOccurrences, findQuoted, quotedLike } from '@dragoman/text/internal/text';
import type { ReadState } from '../../read-ledger.ts';
import type { Call, Session } from '../../session.ts';
import { type ChangingText, changeText } from './change-text.ts';
import { knownState, staleRead } from './known-state.ts';
import { overwriteFile } from './overwrite-file.ts';
import { computeEdit, type ReplaceTextRequest } from './replace-text.ts';

/**
 * Replaces text in a file, wherever it stands since the file was read; an empty old text makes a file, or fills one of
 * white space. Where the old text is nowhere, one that differs in the form of quotation marks counts. Text that is
 * removed at the end of a line takes the newline along.
 * @throws ToolError `INVALID_ARGUMENT` (equal texts, a notebook, a file that is there), `STALE_READ` in place of
 * `NO_MATCH` and `AMBIGUOUS_MATCH` in a file that somebody else changed; as `replaceText`
 * @example await editFile(session, { path: 'a.md', oldText: 'one', newText: 'two', occurrences: 1 }, call)
 */
export async function editFile(
  session: Session,
  request: ReplaceTextRequest,
  call: Call<ChangeFileOutcome>,
): Promise<ChangeFileOutcome> {
  const { path, oldText, newText } = request;
  if (oldText === newText)
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'equal-texts', path }, 'The texts are equal');
  if (/\.ipynb$/i.test(path))
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'notebook', path }, `Cannot edit "${path}": a notebook`);
  const outcome = oldText === '' ? await filled(session, request, call) : await replaced(session, request, call);
  if (!outcome.dryRun) session.ledger.mark(outcome.realPath, outcome.created || outcome.readState === 'whole');
  return outcome;
}

function filled(session: Session, { path, newText }: ReplaceTextRequest, call: Call<ChangeFileOutcome>) {
  return overwriteFile(session, { path, content: newText, onlyBlank: true }, { ...call, requireRead: false });
}

function replaced(session: Session, request: ReplaceTextRequest, call: Call<ChangeFileOutcome>) {
  const { path } = request;
  let readState: ReadState = 'unseen';
  return changeText<ChangeFileOutcome>(session, { verb: 'edit', path, call }, async (text) => {
    readState = await knownState(session, text.current, call);
    const { document, found, changed } = await edited(text, { request, readState });
    const first = found.at(0) ?? { from: document.format.bomLength, startLine: 1 };
    const facts = { replacements: found.length, wasEmpty: false, readState };
    const lines = (context: number) => differingLines({ document, changed, first }, context);
    return { changed, result: (write) => ({ kind: 'edit', ...write, ...facts, differingLines: lines }) };
  });
}

interface EditInState {
  readonly request: ReplaceTextRequest;
  readonly readState: ReadState;
}

async function edited(text: ChangingText, { request, readState }: EditInState) {
  try {
    return await editedPlace(text, request);
  } catch (error) {
    const isElsewhere = error instanceof ToolError && ['NO_MATCH', 'AMBIGUOUS_MATCH'].includes(error.code);
    throw isElsewhere && readState === 'changed' ? await staleRead(request.path, text.current) : error;
  }
}

async function editedPlace(text: ChangingText, request: ReplaceTextRequest) {
  try {
    return await editedOrRemoved(text, request);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'NO_MATCH') throw error;
    const alike = await quotedAlike(text, request);
    if (alike === null) throw error;
    return editedOrRemoved(text, alike);
  }
}

/** The edit; where it removes text at the end of a line, the newline after it goes as well. */
async function editedOrRemoved(text: ChangingText, request: ReplaceTextRequest) {
  const edit = await computeEdit(text, request);
  if (request.newText !== '' || request.oldText.endsWith('\n')) return edit;
  const oldText = `${request.oldText}\n`;
  const { length } = await findOccurrences(text.document, oldText, text.pace);
  return length === 0 ? edit : computeEdit(text, { ...request, oldText });
}

/**
 * The edit of the place whose quotation marks have another form; null if there is none.
 * @throws ToolError `AMBIGUOUS_MATCH`
 */
async function quotedAlike(
  { document, pace }: ChangingText,
  request: ReplaceTextRequest,
): Promise<ReplaceTextRequest | null> {
  const { path, oldText, newText, occurrences } = request;
  const places = await findQuoted(document, oldText, pace);
  const [first] = places;
  if (first === undefined) return null;
  if (occurrences !== 'any' && places.length > 1) {
    const lines = places.slice(0, 10).map(({ startLine }) => startLine);
    const failure = { code: 'AMBIGUOUS_MATCH', path, actual: places.length, expected: occurrences, lines } as const;
    throw new ToolError(failure, `Cannot edit "${path}": ${places.length} places match`);
  }
  // Places of several forms would each need a new text of its own.
  if (places.some(({ text }) => text !== first.text)) return null;
  return { ...request, oldText: first.text, newText: quotedLike(first.text, newText) };
}
