/**
 * A metadata header of delivered content: `x-ms-meta-…` on the host and Azure, `x-amz-meta-…` on S3, `x-goog-meta-…` on
 * Google Cloud Storage.
 */
export const metadataHeader = (headers: Headers, name: string): string | undefined =>
  [...headers].find(([key]) => key.endsWith(`-meta-${name}`))?.[1];
