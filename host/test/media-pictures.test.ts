import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { BlobStore } from '../src/storage/blob-store.js';
import { BadInputError, NotFoundError } from '../src/lib/domain-error.js';
import type { ContentService } from '../src/content/content-service.js';
import type { Media } from '../src/content/model.js';
import { createMedia } from '../src/content/media/image-uploads.js';
import { detectType } from '../src/content/media/detect-type.js';
import { testStores } from './support/databases.js';
import { openContentService } from './support/content-services.js';

const LONG = process.env['FEAAS_LONG'] === '1';
const NOW = Date.UTC(2025, 1, 1);
const actor = { name: 'Ann', id: 'token-ann' };
const HTML = '<!doctype html><html><body><script>alert("planted")</script></body></html>';

const stores = testStores('libsql');
let contentService: ContentService & { blobs: BlobStore };
before(async () => {
  contentService = await openContentService(await stores.newStore());
  await contentService.putLibrary({ id: 'demo', name: 'Demo' });
  await contentService.putLibrary({ id: 'other', name: 'Other' });
});
after(() => contentService.close());

const createUploads = (limits = {}) =>
  createMedia({ blobs: contentService.blobs, contentService, limits, clock: () => NOW });
const upload = (bytes: Uint8Array, name = 'a picture', limits = {}): Promise<Media> =>
  createUploads(limits).upload({ library: 'demo', name, bytes, actor });

/** A picture of one color whose pixels all differ slightly; it is fast to encode. */
async function sample(width: number, height: number, shade = 0): Promise<Sharp> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index++) pixels[index] = ((index % (width * 3)) / width) * 60 + shade;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const stored = async (media: Media) =>
  Promise.all(
    media.variants.map(async (variant) => ({
      variant,
      blob: (await contentService.blobs.get(`media/${media.library}/${variant.path}`))!,
    })),
  );

const INJECTED = /planted|script|exif|xmp/i;

test('a picture is stored in its own type, WebP and AVIF, in the standard widths and its own', async () => {
  const media = await upload(await (await sample(1400, 700)).jpeg().toBuffer());
  assert.deepEqual(
    media.variants.map(({ width, height, type }) => `${width}x${height} ${type}`),
    [1400, 1280, 960, 640, 320].flatMap((width) =>
      ['jpeg', 'webp', 'avif'].map((type) => `${width}x${width / 2} image/${type}`),
    ),
  );
  assert.deepEqual(
    { ...media, variants: [], id: '' },
    {
      ...{ library: 'demo', id: '', name: 'a picture', width: 1400, height: 700, variants: [] },
      ...{ author: 'Ann', createdAt: NOW },
    },
  );
  for (const { variant, blob } of await stored(media)) {
    const { width, height } = await sharp(blob.bytes).metadata();
    assert.deepEqual([width, height, blob.bytes.length], [variant.width, variant.height, variant.bytes], variant.path);
    assert.equal(detectType(blob.bytes).type, variant.type);
    assert.deepEqual([blob.contentType, blob.cacheControl], [variant.type, 'public, max-age=31536000, immutable']);
  }
  assert.deepEqual(await contentService.mediaItem('demo', media.id), media);
  assert.match(media.variants[0]!.path, /^[0-9a-f]{32}\/1400\.jpg$/);
});

test('PNG, WebP, AVIF and GIF are stored in their own type as well as WebP and AVIF, and a picture is never enlarged', async () => {
  const expected: Record<string, string[]> = {
    png: ['png', 'webp', 'avif'],
    webp: ['webp', 'avif'],
    avif: ['avif', 'webp'],
    gif: ['gif', 'webp', 'avif'],
  };
  for (const [type, types] of Object.entries(expected)) {
    const media = await upload(await (await sample(400, 10)).toFormat(type as 'png').toBuffer());
    assert.deepEqual(
      media.variants.map((variant) => `${variant.width} ${variant.type}`),
      [400, 320].flatMap((width) => types.map((each) => `${width} image/${each}`)),
    );
  }
  const tiny = await upload(await (await sample(1, 1)).png().toBuffer());
  assert.deepEqual([tiny.width, tiny.height, tiny.variants.length], [1, 1, 3]);
  const thin = await upload(await (await sample(12_000, 1)).png().toBuffer());
  assert.equal(thin.variants.at(-1)?.height, 1);
});

test('transparency is preserved', async () => {
  const png = await sharp({ create: { width: 350, height: 20, channels: 4, background: '#f008' } })
    .png()
    .toBuffer();
  for (const { variant, blob } of await stored(await upload(png)))
    assert.equal((await sharp(blob.bytes).stats()).isOpaque, false, variant.path);
});

test('the same picture is stored once in each library', async () => {
  const bytes = await (await sample(330, 20, 3)).png().toBuffer();
  const media = createUploads();
  const all = await Promise.all(['a', 'b', 'c'].map((name) => media.upload({ library: 'demo', name, bytes, actor })));
  const again = await createUploads().upload({ library: 'demo', name: 'd', bytes, actor });
  assert.equal(new Set([...all, again].map(({ id, name }) => `${id} ${name}`)).size, 1);
  assert.equal(
    (await contentService.media('demo', { first: 100 })).items.filter(({ id }) => id === again.id).length,
    1,
  );
  const elsewhere = await media.upload({ library: 'other', name: 'e', bytes, actor });
  assert.deepEqual([elsewhere.id, elsewhere.name, elsewhere.library], [again.id, 'e', 'other']);
});

test('lost files of a picture are restored by a repeated upload', async () => {
  const bytes = await (await sample(700, 20, 9)).png().toBuffer();
  const before = await upload(bytes);
  const paths = before.variants.map(({ path }) => `media/demo/${path}`);
  const [lost, kept] = [paths.at(-1)!, paths[0]!];
  const { modifiedAt } = (await contentService.blobs.head(kept))!;
  await contentService.blobs.delete(lost);
  // Another file of the picture is truncated in the store itself.
  const short = (await contentService.blobs.get(paths[1]!))!;
  await contentService.blobs.put(paths[1]!, { ...short, bytes: short.bytes.subarray(0, -1) });
  assert.deepEqual(await upload(bytes, 'again'), before);
  for (const { variant, blob } of await stored(before)) assert.equal(blob.bytes.byteLength, variant.bytes);
  assert.deepEqual(
    (await contentService.blobs.head(kept))!.modifiedAt,
    modifiedAt,
    'what is there is not written again',
  );
});

/** A promise with its resolve function. */
function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

for (const [order, waiting] of [
  ['the upload ends first', 'deleteMedia'],
  ['the deletion ends first', 'putMedia'],
] as const)
  test(`a picture that is uploaded during its deletion exists with all files, or with none: ${order}`, async () => {
    const bytes = await (await sample(330, 20, waiting === 'putMedia' ? 21 : 20)).png().toBuffer();
    const { id, variants } = await upload(bytes);
    const keys = variants.map(({ path }) => `media/demo/${path}`);
    const uploaded = signal();
    const atDelete = signal();
    const isStored = signal();
    const removed = signal();
    const remover = createMedia({
      blobs: contentService.blobs,
      contentService: {
        ...contentService,
        async deleteMedia(...args) {
          atDelete.resolve();
          await (waiting === 'deleteMedia' ? uploaded.promise : isStored.promise);
          return contentService.deleteMedia(...args);
        },
      },
    });
    const uploader = createMedia({
      blobs: contentService.blobs,
      contentService: {
        ...contentService,
        async putMedia(media) {
          isStored.resolve();
          if (waiting === 'putMedia') await removed.promise;
          return contentService.putMedia(media);
        },
      },
    });
    const removing = remover.remove('demo', id, actor).finally(() => removed.resolve());
    await atDelete.promise;
    const uploading = uploader
      .upload({ library: 'demo', name: 'again', bytes, actor })
      .finally(() => (isStored.resolve(), uploaded.resolve()));
    await Promise.all([removing, uploading]);
    const isKnown = (await contentService.mediaItem('demo', id)) !== undefined;
    const heads = await Promise.all(keys.map((key) => contentService.blobs.head(key)));
    assert.deepEqual(
      heads.map((head) => head !== undefined),
      keys.map(() => isKnown),
    );
  });

test('a picture is rotated by its EXIF orientation, and all other metadata is removed', async () => {
  // Black on the left; after a rotation to the right, black is at the top.
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'white' } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: 'black' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'planted', ImageDescription: HTML } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${HTML.slice(15)}</x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.match(bytes.toString('latin1'), INJECTED);
  const media = await upload(bytes);
  assert.deepEqual([media.width, media.height], [20, 40]);
  for (const { variant, blob } of await stored(media)) {
    const { exif, xmp, icc, orientation, width, height } = await sharp(blob.bytes).metadata();
    assert.deepEqual(
      [exif, xmp, icc, orientation, width, height],
      [undefined, undefined, undefined, undefined, 20, 40],
      variant.path,
    );
    const pixels = await sharp(blob.bytes).grayscale().raw().toBuffer();
    assert.ok(pixels[5 * 20 + 10]! < 20 && pixels[35 * 20 + 10]! > 235, variant.path);
  }
});

test('data that is hidden behind or within a picture is removed', async () => {
  const jpeg = await (await sample(330, 30)).jpeg().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, HTML.length + 2]), Buffer.from(HTML)]);
  const png = await (await sample(330, 30)).png().toBuffer();
  const text = chunk('tEXt', Buffer.from(`Comment\0${HTML}`));
  const gif = await (await sample(330, 30)).gif().toBuffer();
  const polyglots = {
    'html behind a jpeg': Buffer.concat([jpeg, Buffer.from(HTML)]),
    'a comment in a jpeg': Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    'text in a png': Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]),
    'html behind a png': Buffer.concat([png, Buffer.from(HTML)]),
    'html behind a gif': Buffer.concat([gif, Buffer.from(HTML)]),
  };
  for (const [name, bytes] of Object.entries(polyglots)) {
    assert.match(bytes.toString('latin1'), INJECTED);
    const media = await upload(bytes, name);
    for (const { variant, blob } of await stored(media))
      assert.doesNotMatch(blob.bytes.toString('latin1'), /planted|<script|<html/i, `${name} ${variant.path}`);
  }
});

test('animations keep their frames in GIF and WebP', async () => {
  const frames = await Promise.all([10, 90, 170].map(async (shade) => (await sample(400, 20, shade)).png().toBuffer()));
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [50, 60, 70], loop: 2 })
    .toBuffer();
  const media = await upload(bytes);
  assert.deepEqual([media.width, media.height], [400, 20]);
  assert.deepEqual(
    media.variants.map(({ width, height, type }) => `${width}x${height} ${type}`),
    ['400x20 image/gif', '400x20 image/webp', '320x16 image/gif', '320x16 image/webp'],
  );
  for (const { variant, blob } of await stored(media)) {
    const { pages, delay, loop, pageHeight } = await sharp(blob.bytes, { animated: true }).metadata();
    assert.deepEqual([pages, delay, loop, pageHeight], [3, [50, 60, 70], 2, variant.height], variant.path);
  }
});

/** A PNG of zeros with these dimensions, one bit per pixel: a few kilobytes for a billion pixels. */
function blankPng(width: number, height: number, data = Buffer.alloc((1 + Math.ceil(width / 8)) * height)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A GIF of black pixels, one in each frame unless a frame declares a larger size. */
function gifOf(frames: number, width = 1, height = 1, frameWidth = 1, frameHeight = 1): Buffer {
  const sizes = Buffer.alloc(8);
  [width, height, frameWidth, frameHeight].forEach((size, index) => sizes.writeUInt16LE(size, index * 2));
  const frame = Buffer.concat([
    Buffer.from('21f90400010000002c00000000', 'hex'),
    sizes.subarray(4),
    Buffer.from('000202440100', 'hex'),
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    sizes.subarray(0, 4),
    Buffer.from('800000000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ]);
}

const assertRejected = (bytes: Uint8Array, message: RegExp, limits = {}): Promise<void> =>
  assert.rejects(upload(bytes, 'hostile.jpg', limits), (error: unknown) => {
    assert.ok(error instanceof BadInputError, String(error));
    assert.match(error.message, message);
    assert.equal(error.argument, 'bytes');
    return true;
  });

test('a file that is no picture of the five types is rejected by its content, with its name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  const refused: readonly (readonly [bytes: string | Buffer, name: RegExp])[] = [
    ['', /empty/],
    ['x', /no known type/],
    [svg, /an SVG drawing/],
    [
      `\ufeff<?xml version="1.0"?><!-- a -->\n<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY c "d"> ]>${svg}`,
      /an SVG drawing/,
    ],
    [HTML, /an HTML or XML document/],
    ['<script>alert(1)</script>', /an HTML or XML document/],
    ['%PDF-1.7', /a PDF/],
    [Buffer.from('49492a0008000000', 'hex'), /a TIFF/],
    [Buffer.from('4d4d002a00000008', 'hex'), /a TIFF/],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), /a HEIC/],
    [Buffer.from('BM\0\0\0\0\0\0\0\0', 'latin1'), /a BMP/],
    ['8BPS\0\x01', /Photoshop/],
    ['\x7fELF', /a program/],
    ['PK\x03\x04', /an archive/],
    ['push graphic-context\nviewbox 0 0 640 480', /no known type/],
    ['P6 10 10 255 ', /no known type/],
  ];
  for (const [content, name] of refused) await assertRejected(Buffer.from(content), name);
});

test('a file that only begins like a picture is rejected', async () => {
  const begins = ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', '\0\0\0\x20ftypavif'];
  for (const start of begins)
    await assertRejected(
      Buffer.from(`${start}/*${HTML}*/`, 'latin1'),
      /begins like an? \w+ picture but its content is not valid/,
    );
});

test('truncated pictures are rejected', async () => {
  for (const type of ['jpeg', 'png', 'gif', 'webp', 'avif'] as const) {
    const noise = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
        background: 'red',
      },
    });
    const whole = await noise.toFormat(type).toBuffer();
    for (const part of [0.05, 0.5, 0.95])
      await assertRejected(whole.subarray(0, whole.length * part), /is not valid|begins like/);
    await upload(whole);
  }
});

test('decompression bombs are rejected by their header', async () => {
  const bomb = blankPng(30_000, 30_000);
  assert.ok(bomb.length < 300_000);
  const begin = process.cpuUsage().user;
  await assertRejected(bomb, /30000 x 30000 pixels; the longest side may have 12000/);
  await assertRejected(blankPng(12_001, 1), /12001 x 1 pixels/);
  await assertRejected(blankPng(1, 12_001), /1 x 12001 pixels/);
  await assertRejected(
    blankPng(10_000, 5_001, Buffer.alloc(10)),
    /50010000 pixels in all its frames; the most is 50000000/,
  );
  await assertRejected(blankPng(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10)), /pixels|is not valid/);
  await assertRejected(gifOf(10_000), /10000 frames; the most is 100/);
  await assertRejected(gifOf(101), /101 frames/);
  await assertRejected(gifOf(100, 1000, 1000), /100000000 pixels in all its frames/);
  await assertRejected(gifOf(1, 60_000, 60_000, 60_000, 60_000), /60000 x 60000/);
  // Decoding the first frame alone would take longer.
  assert.ok(process.cpuUsage().user - begin < 3_000_000);
  assert.equal((await upload(gifOf(100))).variants.length, 2);
});

test('a picture with less data than its header declares is rejected, and excess data is ignored', async () => {
  await assertRejected(blankPng(2000, 2000, Buffer.alloc(100)), /is not valid/);
  const more = await upload(blankPng(400, 10, Buffer.alloc(60_000_000)));
  assert.deepEqual([more.width, more.height], [400, 10]);
});

test('a file with too many bytes is rejected', async () => {
  const limit = 15 * 1024 * 1024;
  await assertRejected(Buffer.alloc(limit + 1), /larger than 15 MiB/);
  await assertRejected(Buffer.alloc(limit), /no known type/);
});

test('the processing of a picture is aborted after a timeout', async () => {
  await assertRejected(await (await sample(300, 300, 21)).png().toBuffer(), /longer than 0 ms/, { milliseconds: 0 });
});

test('names are validated, and the library must exist', async () => {
  const bytes = await (await sample(10, 10)).png().toBuffer();
  for (const name of ['', '  ', 'a\nb', 'x'.repeat(201), '\ud800'])
    await assert.rejects(
      upload(bytes, name),
      (error: unknown) => error instanceof BadInputError && error.argument === 'name',
    );
  for (const library of ['..', 'a/b', ''])
    await assert.rejects(createUploads().upload({ library, name: 'a', bytes, actor }), { argument: 'library' });
  await assert.rejects(createUploads().upload({ library: 'nowhere', name: 'a', bytes, actor }), NotFoundError);
});

test('the largest allowed picture is processed within the time limit', { skip: !LONG && 'FEAAS_LONG=1' }, async () => {
  const large = await (await sample(10_000, 5_000)).jpeg().toBuffer();
  const begin = performance.now();
  const media = await upload(large);
  console.log(`50 megapixels: ${Math.round(performance.now() - begin)} ms, ${media.variants.length} variants`);
  assert.deepEqual([media.width, media.height], [10_000, 5_000]);
});
