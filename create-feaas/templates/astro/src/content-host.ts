/** Where the content host is. */
export const HOST: string = import.meta.env.PUBLIC_FEAAS_HOST ?? 'http://127.0.0.1:3333';
