import { STATUS_CODES } from 'node:http';

/** `403 AuthenticationFailed`; without a code, as in responses to HEAD, `403 Forbidden`. */
export const statusText = (status: number, code: string | undefined): string =>
  [status, code ?? STATUS_CODES[status]].filter((part) => part !== undefined).join(' ');
