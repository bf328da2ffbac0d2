import { cpus, release, totalmem } from 'node:os';
import process from 'node:process';

/** What a reader must know about the machine to judge the figures. */
export function machineFacts(): Record<string, string> {
  const [cpu] = cpus();
  return {
    processor: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    system: `${process.platform} ${release()}, ${process.arch}`,
    node: process.version,
  };
}
