/** Headers for security and CORS, as constants. */

/** Delivered content is public and read without credentials, so any page may read it and its headers. */
export const CORS = Object.freeze({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'Date',
    'ETag',
    'Last-Modified',
    'Content-Length',
    'Content-Range',
    'Retry-After',
    'x-ms-meta-componentid',
    'x-ms-meta-versionid',
    'x-ms-meta-versionrevision',
    'x-ms-meta-modifiedat',
    'x-ms-meta-componentrenderedat',
    'x-ms-meta-componentmodifiedat',
    'x-ms-meta-componentcreatedat',
    'x-ms-meta-versiondeletedat',
    'x-ms-meta-deletedat',
  ].join(', '),
  // Pages with cross-origin isolation may use it, too, and see its timings.
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
});

/** For every response. */
export const COMMON = Object.freeze({
  'x-content-type-options': 'nosniff',
});

/** For the host's own pages: no inline scripts, and markup reaches the DOM only through the kit's Trusted Types policies. */
export const PAGE = Object.freeze({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    'img-src * data:',
    'connect-src *',
    "require-trusted-types-for 'script'",
    'trusted-types feaas',
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
});

/**
 * For delivered templates. A template or SVG may contain a script, which would run on the host's origin if it is opened
 * by its URL. The sandbox displays it in an opaque origin. Fetches and images are not affected.
 */
export const TEMPLATE = Object.freeze({
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; sandbox",
});

export const MEDIA_DOCUMENT = Object.freeze({
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
});

/** For preview links, which are confidential: no caching, no indexing, and no referrer for linked sites. */
export const PREVIEW = Object.freeze({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});

/**
 * Referrer policy of a page with the token of a preview link in its query. Its forms need the origin; requests of its files are logged and
 * must not contain the token.
 */
export const PREVIEW_PAGE = Object.freeze({ ...PREVIEW, 'referrer-policy': 'strict-origin' });

export const METHODS = 'GET, HEAD, OPTIONS';
