/** Where the content is. */
export const HOST = import.meta.env.VITE_FEAAS_HOST ?? 'http://127.0.0.1:3333';

/** Who edits on this machine. A real site asks its own server, which knows who is signed in. */
export const token = async (): Promise<string | null> => import.meta.env.VITE_FEAAS_TOKEN ?? null;
