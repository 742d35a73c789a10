/**
 * Whether a key is that of unpublished content: `staged.html`, `saved.css` and the like below `components/` and
 * `styles/`. Such content needs permission, so it is never stored in a public place.
 */
export const isDraft = (key: string): boolean => /^(components|styles)\/.*\/(staged|saved)\.(html|css)$/s.test(key);
