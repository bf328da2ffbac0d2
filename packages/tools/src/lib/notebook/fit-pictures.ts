import type { PictureFault } from '@dragoman/fs-core/internal/kernel';
import type { CellOutput, NotebookCell } from '@dragoman/outcomes/internal/parts';
import { fitPicture } from '../pictures/fit-picture.ts';
import { pictureFacts } from '../pictures/picture-facts.ts';
import type { PictureBounds } from '../pictures/scale-request.ts';

type Bounds = PictureBounds & { readonly signal?: AbortSignal | undefined };
type PictureOutput = Extract<CellOutput, { kind: 'image' }>;

// A result shows no more pictures.
const MOST_SCALED = 20;
// Some seconds of work for all of them.
const MOST_PIXELS = 128 * 1024 * 1024;

/** Scales the pictures of cells that are over bounds; those that cannot be scaled, or would take too long, are named. */
export async function fitPictures(cells: readonly NotebookCell[], bounds: Bounds): Promise<NotebookCell[]> {
  const budget = { pictures: MOST_SCALED, pixels: MOST_PIXELS };
  const fitted: NotebookCell[] = [];
  for (const cell of cells) {
    const outputs: CellOutput[] = [];
    for (const output of cell.outputs)
      outputs.push(output.kind === 'image' ? await fitOutput(output, bounds, budget) : output);
    fitted.push({ ...cell, outputs });
  }
  return fitted;
}

async function fitOutput(
  output: PictureOutput,
  bounds: Bounds,
  budget: { pictures: number; pixels: number },
): Promise<CellOutput> {
  const { name, base64 } = output;
  const data = Buffer.from(base64, 'base64');
  const facts = pictureFacts(data);
  if (facts === null) return output;
  const { format, mimeType, width, height } = facts;
  if (Math.max(width, height) <= bounds.maxSide && data.length <= bounds.maxBytes) return output;
  const isWithin = budget.pictures > 0 && budget.pixels >= width * height;
  if (isWithin) {
    budget.pictures -= 1;
    budget.pixels -= width * height;
  }
  const fitted = isWithin ? await fitPicture(data, facts, bounds) : null;
  if (fitted !== null) {
    const { data: shown, ...rest } = fitted;
    return { kind: 'image', name, base64: Buffer.from(shown).toString('base64'), ...rest };
  }
  const picture: PictureFault = { problem: 'too-large', format, width, height, maxSide: bounds.maxSide };
  return { kind: 'unshown', mimeType, size: data.length, name, picture };
}
