import { type Blob, type BlobHeaders, DamagedBlobError } from '../../storage/blob-store.js';

/** The differences between the expected and the actual blob, as phrases for messages. */
export function faultsOf(
  expected: BlobHeaders & { bytes: Buffer },
  actual: Blob | DamagedBlobError | undefined,
): string[] {
  if (!actual) return ['has no blob'];
  if (actual instanceof DamagedBlobError) return [actual.message];
  const faults: string[] = [];
  if (!expected.bytes.equals(actual.bytes)) {
    faults.push(`has ${actual.bytes.length} other bytes in place of ${expected.bytes.length}`);
  }
  const actualHeaders = {
    'content type': actual.contentType,
    'cache control': actual.cacheControl,
    ...actual.metadata,
  };
  const expectedHeaders = {
    'content type': expected.contentType,
    'cache control': expected.cacheControl,
    ...expected.metadata,
  };
  for (const name of new Set([...Object.keys(expectedHeaders), ...Object.keys(actualHeaders)])) {
    const [a, b] = [expectedHeaders, actualHeaders].map((each) => (each as Readonly<Record<string, string>>)[name]);
    if (a !== b) faults.push(`${name} is ${formatValue(b)}, not ${formatValue(a)}`);
  }
  return faults;
}

const formatValue = (value: string | undefined): string => (value === undefined ? 'missing' : `'${value}'`);
