/** The templates, in the order in which people are asked. */

export interface Template {
  readonly title: string;
  /** Port of the site in development, as the files of the template have it. */
  readonly port: number;
  /** Where the template has `editing.ts`, which is the same for all of them. */
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
