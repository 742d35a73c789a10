/** Metadata of delivered content: the host and Azure name it `x-ms-meta-…`, S3 `x-amz-meta-…`, Google Cloud Storage `x-goog-meta-…`. */
export const metadataHeader = (headers: Headers, name: string): string | undefined =>
  [...headers].find(([key]) => key.endsWith(`-meta-${name}`))?.[1];
