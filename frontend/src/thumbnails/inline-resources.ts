/** Inlines the resources of a screenshot as data URLs, since nothing can be loaded while it is drawn. */

/** Timeout in milliseconds for one picture or font. */
export const RESOURCE_TIMEOUT = 10_000;

const dataURL = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(blob);
  });

/**
 * Fetches a resource as a data URL; undefined if that fails. Other origins are fetched through the media proxy, which
 * needs no CORS permission.
 * @param proxy URL of the media proxy, up to the address to fetch
 */
export async function inlineResource(address: string, proxy: string): Promise<string | undefined> {
  if (!/^https?:/.test(address)) return address.startsWith('data:') ? address : undefined;
  const isOurs = [location.origin, new URL(proxy, location.href).origin].includes(new URL(address).origin);
  const url = isOurs ? address : `${proxy}${encodeURIComponent(address)}`;
  try {
    const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(RESOURCE_TIMEOUT) });
    return response.ok ? await dataURL(await response.blob()) : undefined;
  } catch {
    return undefined; // a picture without the resource is better than none
  }
}

/** The text of `@font-face` rules, including those in groups and layers. */
function fontFaces(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule.constructor.name === 'CSSFontFaceRule') return [rule.cssText];
    const { cssRules } = rule as CSSGroupingRule;
    return cssRules ? fontFaces(cssRules) : [];
  });
}

const ADDRESS = /url\((["']?)(.*?)\1\)/g;

/** The `@font-face` rules of the loaded fonts, also of constructed stylesheets, with the fonts as data URLs. */
export async function inlineFonts(page: Document, proxy: string): Promise<string> {
  const loaded = new Set(
    [...page.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => unquote(family)),
  );
  const rules = [...page.styleSheets, ...page.adoptedStyleSheets].flatMap((sheet) => {
    try {
      return fontFaces(sheet.cssRules);
    } catch {
      return []; // of another origin, so not readable
    }
  });
  const loadedRules = rules.filter((rule) => loaded.has(unquote(/font-family:\s*([^;}]+)/.exec(rule)?.[1] ?? '')));
  const texts = await Promise.all(
    loadedRules.map(async (rule) => {
      let text = rule;
      for (const [match, , address] of rule.matchAll(ADDRESS)) {
        const data = await inlineResource(new URL(address!, page.baseURI).href, proxy);
        if (data) text = text.replace(match, `url("${data}")`);
      }
      return text;
    }),
  );
  return texts.join('\n');
}

const unquote = (family: string): string => family.trim().replace(/^["']|["']$/g, '');
