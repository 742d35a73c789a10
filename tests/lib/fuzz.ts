/** Generates hostile HTML from pieces of known payloads and from unusual syntax. */

/** The seed of this run. Set `FEAAS_SEED` to repeat a run. */
export const seed = Number(process.env['FEAAS_SEED'] ?? Date.now() % 2 ** 31);

/** Creates a seeded 32-bit random number generator (mulberry32). It returns numbers of at least 0 and below 1. */
export function randomGenerator(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const RUN = "window.__canary=1;alert('x')";
const TAGS =
  'a b p div span img svg math style script iframe form input button textarea title noscript template table td select option video audio source object embed details summary mi mtext mglyph foreignObject annotation-xml desc xmp plaintext marquee body feaas-component isindex math'.split(
    ' ',
  );
const ATTRIBUTES = [
  `onerror="${RUN}"`,
  `onload="${RUN}"`,
  `onclick="${RUN}"`,
  `onfocus=${RUN.replace(/'/g, '&#39;')} autofocus tabindex=0`,
  `ontoggle="${RUN}" open`,
  `src=x onerror="${RUN}"`,
  `href="javascript:${RUN}"`,
  `href="java&#10;script:${RUN}"`,
  `href="&#1;javascript:${RUN}"`,
  `src="data:text/html,<script>${RUN}</script>"`,
  `srcdoc="<script>parent.${RUN}</script>"`,
  `style="background:url(javascript:${RUN})"`,
  'style="position:fixed;inset:0"',
  `action="javascript:${RUN}"`,
  `formaction="javascript:${RUN}"`,
  'id=attributes',
  'name=body',
  'name=createElement',
  `xlink:href="javascript:${RUN}"`,
  `data-embed-src="data:text/javascript,${RUN}"`,
  'data-path="v"',
  'data-path-onclick="v"',
  'data-path-href="v"',
  'data-path-attributes="o"',
  `data-path-placeholder="<img src=x onerror=${RUN}>"`,
  'data-path-scope="l.*"',
  'class="-inline--time"',
  'is=x',
  `template="<img src=x onerror=${RUN}>"`,
  `src="//evil.example/components/l/c"`,
  'cdn="//evil.example"',
];
const TEXTS = [
  'x',
  ' ',
  '\n',
  '\0',
  '&lt;',
  '&',
  '<',
  '>',
  '"',
  '--',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<?',
  '</',
  '</p>',
  '</svg>',
  '</title>',
  '</style>',
  '</textarea>',
  '<!',
  '\u2028',
  '&NewLine;',
  '`',
];

/** Generates `count` inputs. The same seed gives the same inputs. */
export function* hostileInputs(count: number, payloads: readonly string[] = [], from = seed): Generator<string> {
  const next = randomGenerator(from);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const piece = (depth: number): string => {
    const roll = next();
    if (roll < 0.2 || depth > 4) return pick(TEXTS);
    if (roll < 0.35 && payloads.length) {
      const payload = pick(payloads);
      const at = Math.floor(next() * payload.length);
      return next() < 0.5 ? payload : next() < 0.5 ? payload.slice(at) : payload.slice(0, at);
    }
    const tag = pick(TAGS);
    const attributes = Array.from({ length: Math.floor(next() * 3) }, () => pick(ATTRIBUTES)).join(
      next() < 0.1 ? '/' : ' ',
    );
    const inner = Array.from({ length: Math.floor(next() * 3) }, () => piece(depth + 1)).join('');
    return `<${next() < 0.1 ? tag.toUpperCase() : tag} ${attributes}>${inner}${next() < 0.7 ? `</${tag}>` : ''}`;
  };
  for (let made = 0; made < count; made++)
    yield Array.from({ length: 1 + Math.floor(next() * 4) }, () => piece(0)).join('');
}
