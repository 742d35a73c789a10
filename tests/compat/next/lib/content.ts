/** The SDKs ask hosts by HTTPS alone: requests of the server to this one go to the test's. */
const host = 'https://content.test';
const original = globalThis.fetch;
globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.startsWith(host)
    ? original(input.replace(host, process.env.CONTENT_ORIGIN!), init)
    : original(input, init);

export {};
