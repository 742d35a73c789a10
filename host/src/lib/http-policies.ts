/** Security and sharing headers as frozen tables, apart from the code that sends them. */

/** Delivered content is public and read without credentials, so any page may read it, and its headers. */
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
  // A page with cross-origin isolation may use it too, and see its timings.
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
});

/** On every answer. */
export const COMMON = Object.freeze({
  'x-content-type-options': 'nosniff',
});

/** The host's own pages: no inline scripts, and markup reaches the DOM only through the kit's named policies. */
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
 * Authors' content opened by its own address would run on the host's origin: a template or an SVG may hold a script.
 * It shows, but as a stranger. Fetched by a page or used as an image, it is not affected.
 */
export const TEMPLATE = Object.freeze({
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; sandbox",
});

export const MEDIA_DOCUMENT = Object.freeze({
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
});

/** What a preview link shows is for who has the link: not for caches, search engines, or the sites that a page links to. */
export const PREVIEW = Object.freeze({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});

export const METHODS = 'GET, HEAD, OPTIONS';
