import { crc32, deflateRawSync } from 'node:zlib';

/** Content of an entry, or a compressed form that says nothing true of its size. */
export type ZipEntry = string | Uint8Array | { readonly deflated: Uint8Array; readonly size: number };

/** A ZIP archive of entries, in their order. @param method default: `deflate` */
export function zipOf(entries: Readonly<Record<string, ZipEntry>>, method: 'deflate' | 'store' = 'deflate'): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const { data, header } = packed(entry, method);
    const path = Buffer.from(name);
    header.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, path, data]);
    const central = Buffer.alloc(46);
    central.write('PK\x01\x02');
    central.writeUInt16LE(20, 4);
    header.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    bodies.push(local);
    directory.push(central, path);
    offset += local.length;
  }
  return Buffer.concat([...bodies, ...directory, endOf(directory, offset)]);
}

function packed(entry: ZipEntry, method: 'deflate' | 'store') {
  const content = typeof entry === 'string' ? Buffer.from(entry) : entry;
  const isForeign = 'deflated' in content;
  const data = isForeign ? content.deflated : method === 'store' ? content : deflateRawSync(content);
  // Version, flags, method, time, date, checksum, sizes, lengths of name and extra field.
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800, 2);
  header.writeUInt16LE(method === 'store' ? 0 : 8, 4);
  header.writeUInt32LE(isForeign ? 0 : crc32(content), 10);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(isForeign ? content.size : content.length, 18);
  return { data, header };
}

function endOf(directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
