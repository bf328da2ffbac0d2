import { formatSize } from '../shared/size.ts';

/** A size without a space and a needless zero: `432.5KB`, `256KB`. */
export function shortSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : formatSize(bytes).replace('.0 ', '').replace(' ', '');
}
