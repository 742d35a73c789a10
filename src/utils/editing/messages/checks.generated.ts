/** Made by `npm run messages`; do not edit. */
export interface CheckMessageValues {
  readonly 'check.alt.missing': undefined;
  readonly 'check.heading.first': { readonly level: number; readonly expected: number };
  readonly 'check.heading.skip': { readonly level: number; readonly before: number };
  readonly 'check.heading.empty': undefined;
  readonly 'check.link.empty': undefined;
  readonly 'check.link.target': undefined;
  readonly 'check.link.fragment': { readonly id: string };
  readonly 'check.contrast.low': { readonly ratio: number; readonly enough: number };
  readonly 'check.contrast.unknown': undefined;
  readonly 'check.path.invalid': { readonly path: string };
  readonly 'check.path.nothing': { readonly path: string };
  readonly 'check.path.empty': { readonly path: string };
  readonly 'check.misread': undefined;
}
