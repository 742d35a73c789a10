/** Where the content is. Storybook passes variables that begin with `STORYBOOK_`. */
export const HOST: string = import.meta.env.STORYBOOK_FEAAS_HOST ?? 'http://127.0.0.1:3333';
