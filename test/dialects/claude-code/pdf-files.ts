import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFString } from 'pdf-lib';
import PDFKit from 'pdfkit';

type Options = ConstructorParameters<typeof PDFKit>[0];

/** A PDF that PDFKit writes: one page for each text. */
export async function pdfOf(texts: readonly string[], options: Options = {}): Promise<Buffer> {
  return written(options, (document) => {
    texts.forEach((text, index) => {
      if (index > 0) document.addPage();
      document.text(text);
    });
  });
}

/** A PDF whose only page is a picture, as those of a scan are. */
export function scan(picture: Buffer): Promise<Buffer> {
  return written({}, (document) => void document.image(picture, 0, 0));
}

/** A PDF whose only page has a field of each kind, filled and empty, and notes. */
export async function form(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  page.drawText('An application');
  const fields = document.getForm();
  const at = (x: number, y: number) => ({ x, y, width: 40, height: 20 });
  const name = fields.createTextField('person.name');
  name.setText('Ada L.');
  name.addToPage(page, at(10, 10));
  fields.createTextField('empty').addToPage(page, at(60, 10));
  const agreed = fields.createCheckBox('agreed');
  agreed.addToPage(page, at(110, 10));
  agreed.check();
  fields.createCheckBox('newsletter').addToPage(page, at(160, 10));
  const list = fields.createOptionList('languages');
  list.addOptions(['French', 'Greek', 'Polish']);
  list.enableMultiselect();
  list.select(['French', 'Polish']);
  list.addToPage(page, at(10, 60));
  const country = fields.createDropdown('country');
  country.addOptions(['Chile', 'Ghana']);
  country.select('Ghana');
  country.addToPage(page, at(60, 60));
  for (const [group, choice] of [
    ['colour', 'blue'],
    ['size', null],
  ] as const) {
    const radio = fields.createRadioGroup(group);
    for (const [index, option] of ['red', 'blue'].entries())
      radio.addOptionToPage(option, page, at(10 + 50 * index, 110));
    if (choice !== null) radio.select(choice);
  }
  fields.createButton('send').addToPage('Send', page, at(10, 160));
  const { context } = document;
  for (const [Subtype, contents, F] of [
    ['Text', 'a remark', 0],
    ['FreeText', 'typed on top', 4],
    ['Text', 'hidden', 2],
  ] as const) {
    const note = { Type: 'Annot', Subtype, Rect: [10, 200, 30, 220], F, Contents: PDFString.of(contents) };
    page.node.addAnnot(context.register(context.obj(note)));
  }
  return Buffer.from(await document.save());
}

async function written(options: Options, fill: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PDFKit(options);
  fill(document);
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The pages of one PDF twice, as pdf-lib copies them: with its object streams in place of a plain table. */
export async function doubled(pdf: Uint8Array): Promise<Buffer> {
  const source = await PDFDocument.load(pdf);
  const target = await PDFDocument.create();
  for (const _ of [1, 2]) {
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
  }
  return Buffer.from(await target.save());
}

/** A PDF of a few kilobytes whose first page unpacks to two gigabytes; the second holds `content`. */
export function bomb(content = ''): Buffer {
  // A byte of 129 repeats the one after it 128 times.
  const runs = Buffer.alloc(32 * 1024 * 1024, Buffer.of(129, 0x20));
  const packed = deflateSync(runs, { level: 9 });
  const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /MediaBox [0 0 612 792] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    `<< /Filter [/FlateDecode /RunLengthDecode] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
    `<< /Type /Page /Parent 2 0 R /Contents 6 0 R ${font} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

/** A PDF with its objects numbered from 1, of which the first is its root. */
export function pdfOfObjects(objects: readonly string[]): Buffer {
  let body = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}
