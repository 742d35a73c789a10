/**
 * Whether a file's name carries a hash of its content, as bundlers make them, so that it never changes. A wrong yes
 * would freeze a file in browsers for a year, so the shape alone is not enough: `feaas-external.js` and
 * `photo-20240101.jpg` have eight characters there too. A hash that looks like a word is taken for one, which costs
 * a revalidation and nothing else.
 */
export function isHashed(names: readonly string[]): boolean {
  const name = names.at(-1) ?? '';
  if (!HASHABLE.test(name)) return false;
  // Chunks of the elements and of the scripts for editors: p-DQuL1Twl.js, p-8ca4b5d1.entry.js
  if (/^p-[0-9a-zA-Z_-]{8}\./.test(name)) return true;
  const hash = /-([0-9a-zA-Z]{8})\./.exec(name)?.[1];
  return hash !== undefined && looksRandom(hash);
}

const HASHABLE = /\.(js|mjs|css|map|json|woff2?|svg|png|jpe?g|webp|avif|gif|wasm)$/;

/** Letters with digits among them, or capitals in the middle: neither a word nor a date nor `version2`. */
function looksRandom(hash: string): boolean {
  return /[a-zA-Z]/.test(hash) && (/\d.*[a-zA-Z]/.test(hash) || /[a-z].*[A-Z]|[A-Z].*[A-Z]/.test(hash));
}
