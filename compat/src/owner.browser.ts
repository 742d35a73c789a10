/** To whom registered components belong: to the page, which may have no React. */
export const owner: object = globalThis;
