import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** The host's order of preference for equal weights. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];

/**
 * The acceptable codings, best first; empty for no encoding. `mandatory` is set if the client rejects unencoded
 * content, so that even small content must be encoded.
 */
export function acceptable(header: string | undefined): { codings: readonly Coding[]; mandatory: boolean } {
  const weights = parse(header ?? '');
  const wildcardWeight = weights.get('*');
  const weight = (coding: string): number => weights.get(coding) ?? wildcardWeight ?? 0;
  const identity = weights.get('identity') ?? wildcardWeight;
  const codings = CODINGS.filter((coding) => weight(coding) > 0 && weight(coding) >= (weights.get('identity') ?? 0));
  // The sort is stable, so equal weights keep the host's order.
  codings.sort((a, b) => weight(b) - weight(a));
  return { codings, mandatory: identity === 0 && codings.length > 0 };
}

function parse(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses with a higher effort than usual, because copies are cached. */
export function compress(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipAsync(bytes, { level: 8 });
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 7,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
