/** Theme classes of a template's top-level elements, which a theme on its host replaces (E3). */
import { ownMembers } from './own-members';

/** Classes without themes. */
export const withoutThemes = (classes: string): string =>
  classes
    .split(/\s+/)
    .filter((name) => name && !name.startsWith('-theme--'))
    .join(' ');

/** Removes the theme classes of elements. */
export function dropThemes(elements: Iterable<Element>): void {
  for (const each of elements) {
    const element = ownMembers(each);
    const classes = element.getAttribute('class');
    if (!classes?.includes('-theme--')) continue;
    const remaining = withoutThemes(classes);
    if (remaining) element.setAttribute('class', remaining);
    else element.removeAttribute('class');
  }
}
