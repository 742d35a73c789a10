/** Thirty small pages, each for one feature that screenshot libraries often get wrong. */

export interface Scene {
  readonly name: string;
  readonly css: string;
  readonly html: string;
  /** Script that runs before rendering, for features that need more than markup. */
  readonly prepare?: string;
}

const card = (number: number): string =>
  `<article><h3>Card ${number}</h3><p>Some words of a card that wrap over a few lines.</p><a href="#">Read more</a></article>`;
const cards = (count: number): string => Array.from({ length: count }, (_, at) => card(at + 1)).join('');
const boxes = (count: number): string => '<i></i>'.repeat(count);
const BOXES = 'i{display:inline-block;width:180px;height:120px;margin:6px}';
const nth = (...rules: readonly string[]): string =>
  BOXES + rules.map((rule, at) => `i:nth-of-type(${at + 1}){${rule}}`).join('');
const TEXT =
  'The quick brown fox jumps over the lazy dog, and goes on to see what is behind the hill. Nothing much is there.';

export const SCENES: readonly Scene[] = [
  {
    name: 'headings, paragraphs, links',
    css: 'body{line-height:1.5}a{color:#05c}',
    html: `<h1>A heading</h1><p>${TEXT} <a href="#">A link</a>, <strong>strong</strong>, <em>emphasis</em>.</p><h2>Another</h2><p>${TEXT}</p>`,
  },
  {
    name: 'lists and counters',
    css: 'ol.own{counter-reset:a;list-style:none}ol.own li{counter-increment:a}ol.own li::before{content:counter(a,upper-roman)" · ";color:#b03}ul li::marker{color:#05c;content:"→ "}',
    html: `<ul><li>One</li><li>Two<ul><li>Inner</li></ul></li></ul><ol start="4"><li>Four</li><li>Five</li></ol><ol class="own"><li>First</li><li>Second</li><li>Third</li></ol>`,
  },
  {
    name: 'table',
    css: 'table{border-collapse:collapse;width:100%}td,th{border:1px solid #999;padding:8px;text-align:left}tr:nth-child(even){background:#eef}caption{caption-side:bottom}',
    html: `<table><caption>Prices</caption><tr><th>Name</th><th>Price</th></tr>${'<tr><td>Thing</td><td>12.00</td></tr>'.repeat(6)}</table>`,
  },
  {
    name: 'flex cards',
    css: 'main{display:flex;flex-wrap:wrap;gap:16px}article{flex:1 1 200px;padding:16px;border-radius:12px;background:#fff;box-shadow:0 4px 18px #0003}',
    html: `<main>${cards(5)}</main>`,
  },
  {
    name: 'grid with areas',
    css: 'main{display:grid;grid-template:"a a b" 90px "c d b" 140px/1fr 1fr 1fr;gap:10px}div{background:#246;color:#fff;padding:12px}div:nth-child(1){grid-area:a}div:nth-child(2){grid-area:b;place-self:stretch end}',
    html: '<main><div>Wide</div><div>Tall</div><div>Three</div><div>Four</div></main>',
  },
  {
    name: 'linear gradients',
    css: nth(
      'background:linear-gradient(45deg,#f06,#30f)',
      'background:linear-gradient(to right,red 0 25%,gold 25% 50%,green 50%)',
      'background:repeating-linear-gradient(-45deg,#222 0 8px,#eee 8px 16px)',
      'background:linear-gradient(#fff8,#0008),linear-gradient(90deg,#0cf,#fc0)',
    ),
    html: boxes(4),
  },
  {
    name: 'radial and conic gradients',
    css: nth(
      'background:radial-gradient(circle at 30% 30%,#fff,#09c)',
      'background:conic-gradient(from 45deg,red,gold,lime,cyan,blue,magenta,red)',
      'background:repeating-radial-gradient(#222 0 6px,#eee 6px 12px)',
      'background:repeating-conic-gradient(#000 0 15deg,#fff 0 30deg)',
    ),
    html: boxes(4),
  },
  {
    name: 'oklch() and lab()',
    css: nth(
      'background:oklch(70% .2 30)',
      'background:oklch(60% .18 250/.6)',
      'background:lab(55% 60 -40)',
      'background:linear-gradient(in oklch,oklch(80% .15 90),oklch(50% .2 300))',
    ),
    html: boxes(4),
  },
  {
    name: 'color-mix(), relative colors, light-dark()',
    css:
      ':root{color-scheme:light;--brand:#36c}' +
      nth(
        'background:color-mix(in oklab,var(--brand),white 40%)',
        'background:oklch(from var(--brand) calc(l + .2) c h)',
        'background:light-dark(#fc6,#630)',
        'background:color(display-p3 .2 .8 .4)',
      ),
    html: boxes(4),
  },
  {
    name: 'object-fit: cover and contain',
    css: 'img{width:220px;height:160px;background:#ddd;margin:6px;object-fit:cover}img:nth-of-type(2){object-fit:contain}img:nth-of-type(3){object-fit:none}',
    html: '<img src="/picture.png" alt=""><img src="/picture.png" alt=""><img src="/picture.png" alt="">',
  },
  {
    name: 'object-position and aspect-ratio',
    css: 'img{width:240px;aspect-ratio:1;margin:6px;object-fit:cover;object-position:10% 80%;border-radius:50%}img:nth-of-type(2){aspect-ratio:16/9;object-position:right top;border-radius:0 40px}',
    html: '<img src="/picture.png" alt=""><img src="/picture.png" alt="">',
  },
  {
    name: 'filters',
    css: 'img{width:180px;margin:4px}img:nth-of-type(1){filter:blur(4px)}img:nth-of-type(2){filter:grayscale(1) contrast(1.6)}img:nth-of-type(3){filter:drop-shadow(8px 8px 6px #000a)}img:nth-of-type(4){filter:hue-rotate(120deg) saturate(2)}',
    html: '<img src="/picture.png" alt="">'.repeat(4),
  },
  {
    name: 'backdrop filter over a picture',
    css: 'main{background:url(/picture.png) center/cover;padding:60px;height:260px}p{backdrop-filter:blur(12px) brightness(1.2);background:#fff4;padding:30px;border-radius:20px;font-size:24px;color:#fff}',
    html: `<main><p>${TEXT}</p></main>`,
  },
  {
    name: 'blend modes and opacity',
    css: 'main{background:linear-gradient(90deg,#fa0,#06c);padding:20px}i{display:inline-block;width:150px;height:120px;margin:0 4px;background:#c3a}i:nth-child(1){mix-blend-mode:multiply}i:nth-child(2){mix-blend-mode:screen}i:nth-child(3){mix-blend-mode:difference}i:nth-child(4){opacity:.4}',
    html: `<main>${boxes(4)}</main>`,
  },
  {
    name: 'clip-path and masks',
    css: nth(
      'background:#06c;clip-path:polygon(50% 0,100% 100%,0 100%)',
      'background:#c30;clip-path:circle(40%)',
      'background:#083;mask-image:linear-gradient(#000,transparent)',
      'background:#639;mask:url(/mask.svg) center/80px no-repeat',
    ),
    html: boxes(4),
  },
  {
    name: 'web font',
    css: '@font-face{font-family:Own;src:url(/font.woff2)}body{font:32px/1.4 Own,monospace}',
    html: `<p>${TEXT}</p>`,
  },
  {
    name: 'shadow DOM with slots',
    css: 'x-card p{color:#c03}',
    html: '<x-card><template shadowrootmode="open"><style>:host{display:block;padding:24px;border:4px solid #06c}h2{background:#06c;color:#fff}::slotted(p){font-size:24px}</style><h2>In the shadow</h2><slot></slot></template><p>Slotted text</p><p>More of it</p></x-card>',
  },
  {
    name: 'adopted stylesheets in a shadow root',
    css: '',
    html: '<div id="host"></div><p>Light</p>',
    prepare: `const root = document.querySelector('#host').attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet(); sheet.replaceSync(':host{display:block}section{background:#063;color:#fff;padding:32px;border-radius:16px;font-size:28px}b{color:#fd0}');
root.adoptedStyleSheets = [sheet]; const section = document.createElement('section'); const b = document.createElement('b'); b.textContent = 'adopted'; section.append('A stylesheet that is ', b); root.append(section);`,
  },
  {
    name: 'forms and their values',
    css: 'input,select,textarea,button{font:18px sans-serif;padding:8px;margin:6px;border:2px solid #888;border-radius:6px}progress{width:200px}',
    html: '<label>Name <input id="n"></label><input type="checkbox" id="c"><input type="radio" checked><br><select id="s"><option>One</option><option>Two of them</option></select><textarea id="t"></textarea><br><input type="range" id="r"><progress value=".6"></progress><button>Send</button><input placeholder="A placeholder">',
    prepare: `for (const [id, value] of [['n', 'Ada Lovelace'], ['s', 'Two of them'], ['t', 'Typed\\nin lines'], ['r', '80']]) document.getElementById(id).value = value;
document.getElementById('c').checked = true;`,
  },
  {
    name: 'dark theme',
    css: ':root{color-scheme:dark;--on:#e8e6f0}html{background:#14121c}body{color:var(--on)}article{background:#242033;padding:18px;margin:10px;border:1px solid #4b4568;border-radius:10px}a{color:#9db4ff}',
    html: cards(4),
  },
  {
    name: 'long page',
    css: 'section{padding:30px}section:nth-child(odd){background:#eef3ff}',
    html: `<section><h2>Part</h2><p>${TEXT}</p><img src="/picture.png" width="200" alt=""></section>`.repeat(9),
  },
  {
    name: 'transforms, also in space',
    css:
      'body{padding:50px}' +
      nth(
        'background:#06c;transform:rotate(15deg)',
        'background:#c30;transform:perspective(300px) rotateY(40deg)',
        'background:#083;transform:skew(15deg) scale(.8)',
        'background:#639;rotate:-20deg;translate:0 20px;scale:.9',
      ),
    html: boxes(4),
  },
  {
    name: 'pseudo-elements',
    css: 'p{position:relative;padding:24px 24px 24px 70px;background:#f4f1e8}p::before{content:"“";position:absolute;left:16px;top:0;font:90px serif;color:#b93}p::after{content:"";display:block;height:6px;margin-top:12px;background:linear-gradient(90deg,#b93,transparent)}p::first-letter{font-size:2em;color:#c03}p::first-line{font-weight:bold}',
    html: `<p>${TEXT}</p><p>${TEXT}</p>`,
  },
  {
    name: 'background pictures',
    css: nth(
      'background:url(/picture.png) center/cover',
      'background:url(/picture.png) 10px 10px/60px repeat',
      'background:linear-gradient(#0006,#0006),url(/picture.png) bottom/contain no-repeat #fd6',
      'border:24px solid;border-image:url(/picture.png) 40 round;height:72px;width:132px',
    ),
    html: boxes(4),
  },
  {
    name: 'inline SVG with symbols',
    css: 'svg{width:160px;margin:10px;color:#c06}text{font:20px sans-serif}',
    html: '<svg viewBox="0 0 100 100" style="display:none"><symbol id="star" viewBox="0 0 100 100"><path fill="currentColor" d="M50 5 61 39h36L68 60l11 35-29-21-29 21 11-35L3 39h36z"/></symbol><linearGradient id="g"><stop stop-color="#06f"/><stop offset="1" stop-color="#f06"/></linearGradient></svg><svg viewBox="0 0 100 100"><use href="#star"/></svg><svg viewBox="0 0 100 100"><linearGradient id="h"><stop stop-color="#06f"/><stop offset="1" stop-color="#f06"/></linearGradient><circle cx="50" cy="50" r="45" fill="url(#h)"/><text x="20" y="56" fill="#fff">Text</text></svg><svg viewBox="0 0 100 100"><use href="#star" style="color:#0a8"/></svg>',
  },
  {
    name: 'borders, shadows, outlines',
    css:
      'body{padding:20px}' +
      nth(
        'border:8px double #c30;border-radius:30px 0',
        'box-shadow:inset 0 0 20px #06c,8px 8px 0 #fc0,0 0 0 4px #222',
        'outline:6px dashed #083;outline-offset:4px;margin:16px',
        'border:10px solid;border-color:red gold green blue;border-radius:50%',
      ),
    html: boxes(4),
  },
  {
    name: 'text effects',
    css: 'h1{font-size:56px;background:linear-gradient(90deg,#f06,#06f);background-clip:text;color:transparent}h2{text-shadow:3px 3px 4px #0008;letter-spacing:.1em;text-transform:uppercase}p{text-decoration:underline wavy #c03 2px}div{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;width:300px}h3{-webkit-text-stroke:1px #06c;font-size:40px;color:#fff}',
    html: `<h1>Gradient text</h1><h2>Shadow</h2><p>Wavy underline</p><div>${TEXT}</div><h3>Outlined</h3>`,
  },
  {
    name: 'columns, right to left, vertical',
    css: '.c{columns:3;column-rule:2px solid #999}.v{writing-mode:vertical-rl;height:160px;font-size:22px}',
    html: `<div class="c">${TEXT} ${TEXT}</div><p dir="rtl" lang="ar">مرحبا بالعالم، هذا نص من اليمين إلى اليسار (123).</p><div class="v">Vertical text 縦書き</div>`,
  },
  {
    name: 'pictures with srcset, lazy, of another origin',
    css: 'img{width:230px;margin:6px}',
    html: '<picture><source srcset="/picture.png?source 1x"><img src="/none.png" alt=""></picture><img loading="lazy" srcset="/picture.png?set 400w" sizes="230px" alt=""><img src="{{other}}/picture.png?foreign" alt="">',
  },
  {
    name: 'canvas, sticky and scrolled content',
    css: 'canvas{border:2px solid #222}.s{height:150px;overflow:hidden;border:2px solid #06c}.s h3{position:sticky;top:0;background:#06c;color:#fff;margin:0}.f{float:right;width:200px;shape-outside:circle();clip-path:circle();background:#fc0;height:200px}',
    html: `<canvas id="k" width="300" height="120"></canvas><div class="f"></div><p>${TEXT}</p><div class="s" id="s"><h3>Sticky</h3><p>${TEXT}</p><p>${TEXT}</p><p>${TEXT}</p><p>${TEXT}</p></div>`,
    prepare: `const k = document.getElementById('k').getContext('2d'); k.fillStyle = '#c30'; k.fillRect(10, 10, 120, 90); k.fillStyle = '#06c'; k.beginPath(); k.arc(210, 60, 45, 0, 7); k.fill();
document.getElementById('s').scrollTop = 60;`,
  },
];
