/** Themes of the original product: classes `-theme--…` in a stylesheet and in templates. */
import type { Theme } from '../../content/model.js';

/** In selectors, hyphens may be escaped. */
const SELECTOR = /\.\\?-theme\\?-\\?-((?:[\w-]|\\[^\n0-9a-fA-F])+)/g;
const CLASS = /(?<![\w-])-theme--([\w-]+)/g;

const unique = <Item>(items: Iterable<Item>): Item[] => [...new Set(items)];

/** The themes that a stylesheet defines, in its order. */
export function themesOf(css: string): readonly Theme[] {
  // Removes comments and strings.
  const rules = css.replace(/\/\*.*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gs, ' ');
  const ids = Array.from(rules.matchAll(SELECTOR), ([, id]) => id!.replace(/\\/g, ''));
  return unique(ids).map((id) => ({ id, name: nameOf(id) }));
}

const nameOf = (id: string): string => {
  const words = id.replace(/[-_]+/g, ' ').trim() || id;
  return words[0]!.toUpperCase() + words.slice(1);
};

/** The themes in a template's classes. */
export const usedThemes = (html: string): readonly string[] =>
  unique(
    Array.from(html.matchAll(/\bclass\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi), ([, value]) => value!).flatMap((value) =>
      Array.from(value.matchAll(CLASS), ([, id]) => id!),
    ),
  );
