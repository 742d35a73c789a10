/** What a picture is made of, as data in it: nothing can be loaded while it is drawn. */

/** Milliseconds for one picture or font. */
export const RESOURCE_TIMEOUT = 10_000;

const dataURL = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(blob);
  });

/**
 * What is at an address as a data URL; undefined where it can not be had. What other origins have comes through the media
 * proxy, which needs no leave of theirs.
 * @param proxy URL of the media proxy, up to the address that it is to fetch
 */
export async function inlineResource(address: string, proxy: string): Promise<string | undefined> {
  if (!/^https?:/.test(address)) return address.startsWith('data:') ? address : undefined;
  const isOurs = [location.origin, new URL(proxy, location.href).origin].includes(new URL(address).origin);
  const asked = isOurs ? address : `${proxy}${encodeURIComponent(address)}`;
  try {
    const answer = await fetch(asked, { credentials: 'omit', signal: AbortSignal.timeout(RESOURCE_TIMEOUT) });
    return answer.ok ? await dataURL(await answer.blob()) : undefined;
  } catch {
    return undefined; // a picture without it is better than none
  }
}

/** The rules of sheets, through groups and layers. */
function fontFaces(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule.constructor.name === 'CSSFontFaceRule') return [rule.cssText];
    const { cssRules } = rule as CSSGroupingRule;
    return cssRules ? fontFaces(cssRules) : [];
  });
}

const ADDRESS = /url\((["']?)(.*?)\1\)/g;

/** The fonts that a document has loaded, of constructed stylesheets too, as rules that hold their data. */
export async function inlineFonts(page: Document, proxy: string): Promise<string> {
  const loaded = new Set([...page.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => bare(family)));
  const rules = [...page.styleSheets, ...page.adoptedStyleSheets].flatMap((sheet) => {
    try {
      return fontFaces(sheet.cssRules);
    } catch {
      return []; // of another origin, which lets nobody read it
    }
  });
  const wanted = rules.filter((rule) => loaded.has(bare(/font-family:\s*([^;}]+)/.exec(rule)?.[1] ?? '')));
  const written = await Promise.all(
    wanted.map(async (rule) => {
      let text = rule;
      for (const [whole, , address] of rule.matchAll(ADDRESS)) {
        const data = await inlineResource(new URL(address!, page.baseURI).href, proxy);
        if (data) text = text.replace(whole, `url("${data}")`);
      }
      return text;
    }),
  );
  return written.join('\n');
}

const bare = (family: string): string => family.trim().replace(/^["']|["']$/g, '');
