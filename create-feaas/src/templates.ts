/** The templates, in the order of the prompt. */

export interface Template {
  readonly title: string;
  /** Port of the development site in the template's files. */
  readonly port: number;
  /** Folder for `editing.ts`, which is the same in all templates; undefined if the template does not use it. */
  readonly editing?: string;
}

export const TEMPLATES = {
  html: { title: 'Plain HTML, without a build', port: 8080 },
  'vite-react': { title: 'React with Vite', port: 5173, editing: 'src' },
  next: { title: 'Next.js', port: 3000, editing: 'app' },
  astro: { title: 'Astro', port: 4321, editing: 'src' },
  nuxt: { title: 'Nuxt', port: 3000, editing: 'app' },
  sveltekit: { title: 'SvelteKit', port: 5173, editing: 'src' },
  angular: { title: 'Angular', port: 4200, editing: 'src' },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);
