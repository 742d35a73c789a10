/** Where the content host is. */
export const HOST = 'http://127.0.0.1:3333';
