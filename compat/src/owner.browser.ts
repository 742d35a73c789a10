/** The owner of registrations in a browser: the page, which may not use React. */
export const owner: object = globalThis;
