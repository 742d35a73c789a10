import { type Blob, type BlobHeaders, DamagedBlobError } from '../../storage/blob-store.js';

/** The differences between the expected and the actual blob, as phrases for messages. */
export function faultsOf(should: BlobHeaders & { bytes: Buffer }, is: Blob | DamagedBlobError | undefined): string[] {
  if (!is) return ['has no blob'];
  if (is instanceof DamagedBlobError) return [is.message];
  const faults: string[] = [];
  if (!should.bytes.equals(is.bytes)) {
    faults.push(`has ${is.bytes.length} other bytes in place of ${should.bytes.length}`);
  }
  const headers = { 'content type': is.contentType, 'cache control': is.cacheControl, ...is.metadata };
  const shouldBe = { 'content type': should.contentType, 'cache control': should.cacheControl, ...should.metadata };
  for (const name of new Set([...Object.keys(shouldBe), ...Object.keys(headers)])) {
    const [a, b] = [shouldBe, headers].map((each) => (each as Readonly<Record<string, string>>)[name]);
    if (a !== b) faults.push(`${name} is ${shown(b)}, not ${shown(a)}`);
  }
  return faults;
}

const shown = (value: string | undefined): string => (value === undefined ? 'missing' : `'${value}'`);
