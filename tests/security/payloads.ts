/** Hostile values: those of this project, then those of the conformance data, if its folder exists. */
import { readConformance } from '../lib/conformance';

const RUN = 'window.__canary=1';

export const own = [
  // event handlers that run without a click
  `<img src=x onerror="${RUN}">`,
  `<img src=x OnError=${RUN}>`,
  `<img/src=x/onerror=${RUN}>`,
  `<svg onload="${RUN}">`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<body onload="${RUN}">`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<b style="animation:x 1s" onanimationstart="${RUN}">x</b>`,
  // script URLs
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  'java\nscript:alert(1)',
  `\u0001javascript:${RUN}`,
  `<a href="javascript:${RUN}" id=x>x</a>`,
  `<a href="&#106;avascript:${RUN}">x</a>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<button formaction="javascript:${RUN}">x</button>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<iframe src="javascript:parent.__canary=1"></iframe>`,
  `data:text/javascript,${RUN}`,
  `data:text/html,<script>parent.__canary=1</script>`,
  // documents and scripts
  '<iframe srcdoc="<script>parent.__canary=1</script>"></iframe>',
  `<script>${RUN}</script>`,
  `<object data="data:text/html,<script>parent.__canary=1</script>"></object>`,
  '<embed src="/hostile.js">',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="import" href="/hostile.js">',
  '/hostile.js',
  // mutation XSS: the second parse differs
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<textarea></textarea><img src=x onerror=${RUN}>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<title><a title="</title><img src=x onerror=${RUN}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='${RUN}' autofocus onfocus='${RUN}`,
  // DOM clobbering, and elements of the kit
  '<form id=body><input name=attributes></form>',
  '<img name=getElementById><a id=defaultView></a>',
  '<feaas-component src="evil/x" template="<img src=x onerror=alert(1)>"></feaas-component>',
  `<div data-embed-src="/hostile.js" data-path-onclick="x">x</div>`,
  // styles that load resources or cover the page
  '<style>*{background:url(/hostile.js)}</style>',
  '<div style="position:fixed;inset:0">x</div>',
];

/** All payloads, as values of data. */
export const payloads: string[] = [
  ...own,
  ...(readConformance<{ payloads: { payload: string }[] }>('xss.json')?.payloads.map(({ payload }) => payload) ?? []),
];
