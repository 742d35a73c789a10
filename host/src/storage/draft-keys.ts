/**
 * Whether a key is that of content which is not published: `staged.html`, `saved.css` and the like below `components/`
 * and `styles/`. Such content is for those who may read it, so it is never put where everybody can.
 */
export const isDraft = (key: string): boolean => /^(components|styles)\/.*\/(staged|saved)\.(html|css)$/s.test(key);
