/** Metadata of delivered content: the host and Azure name it `x-ms-meta-…`, S3 `x-amz-meta-…`, Google Cloud Storage `x-goog-meta-…`. */
export const metadataHeader = (headers: Pick<Headers, 'get'>, name: string): string | null =>
  ['ms', 'amz', 'goog'].reduce<string | null>(
    (found, vendor) => found ?? headers.get(`x-${vendor}-meta-${name}`),
    null,
  );
