import { ContentHost } from '../tests/lib/content-host';
import { launch } from '../tests/lib/browser';
import { loadFiles } from '../bench/load';
import { startServer } from '../bench/server';
const which = process.argv[2] ?? 'kit'; const visitNo = process.argv[3] ?? 'first'; const RUNS=+(process.argv[4]??5);
const files = await loadFiles();
const host = await new ContentHost().start();
host.headers = { 'cache-control': 'public, max-age=3600', 'x-ms-meta-modifiedat': '2026-01-01T00:00:00.000Z' };
host.style('shop', `.card{display:block;border:2px solid #345;border-radius:8px;padding:1rem}.title{font-size:1.2rem;margin:.5rem 0}
.text{margin:0 0 .5rem}.price{font-weight:700}.more{float:right}`);
for (let s = 0; s < 20; s++) host.publish(`shop/card-${s}`, `<article class="card"><h3 class="title">Article ${s}</h3><p class="text">A thing that is useful in ${17 + s} ways, made of what was at hand.</p><span class="price">${10 + s}.90 EUR</span><a class="more" href="/articles/${s}">More</a></article>`);
const site = await startServer(new Map(files));
const head = which === 'kit' ? String(files.get('/build/head.html')) : which === 'one' ? '<script type="module" src="/build/one/feaas.js"></script>' : which==='peer' ? '<script type="module" src="/peer/one.js"></script>' : '<script type="module" src="/hand-made-delivery.js"></script>';
const tag = which === 'limit' ? 'hand-made-delivery' : 'feaas-component';
const body = Array.from({ length: 500 }, (_e, at) => `<${tag} cdn="${host.origin}" library="shop" component="card-${at % 20}"></${tag}>`).join('\n');
site.files.set('/p.html', `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}<style>body{font:16px/1.5 sans-serif;margin:2rem}main{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem}</style></head><body><h1>Shop</h1><main>${body}</main></body></html>`);
const browser = await launch();
const selfs = new Map<string, number>(); const shownTimes: number[] = []; const shifts:number[]=[];let rafs:any;
const totals=new Map<string,number>();
for (let run = 0; run < RUNS; run++) {
  const context = await browser.createBrowserContext();
  for (const v of visitNo === 'first' ? ['first'] : ['first', 'repeat']) {
    const page = await context.newPage();
    await page.evaluateOnNewDocument(`{ const w = globalThis.watch = {log:[],shift:0};
      new PerformanceObserver((l)=>l.getEntries().forEach(({value,startTime})=>{w.shift+=value;w.log.push('shift '+value.toFixed(3)+' @'+startTime.toFixed(0))})).observe({type:'layout-shift',buffered:true});
      const cards=document.getElementsByClassName('card'); let last=0;
      w.shown = new Promise((resolve)=>{ const look=()=>{ if(cards.length!==last){last=cards.length;w.log.push(last+'@'+performance.now().toFixed(0))} if(cards.length<500||getComputedStyle(cards[499]).borderTopStyle!=='solid') return setTimeout(look,10); requestAnimationFrame(()=>{const {port1,port2}=new MessageChannel();port1.onmessage=()=>{port1.close();resolve(performance.now())};port2.postMessage(0)})}; setTimeout(look) }) }`);
    const cdp = await page.createCDPSession();
    const measure = v === visitNo;
    if (measure) { await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 100 }); await cdp.send('Profiler.start'); }
    await page.goto(site.origin + '/p.html', { waitUntil: 'domcontentloaded' });
    const shown = await page.evaluate('watch.shown') as number;
    if (measure) {
      const { profile } = await cdp.send('Profiler.stop');
      shownTimes.push(shown);
      rafs = await page.evaluate('[watch.shift,...watch.log].join(" ")');
      shifts.push(await page.evaluate('watch.shift') as number);
      const byId = new Map(profile.nodes.map(n => [n.id, n]));
      const parent = new Map<number, number>(); profile.nodes.forEach(n => n.children?.forEach(c => parent.set(c, n.id)));
      const name = (n: any) => { const f = n.callFrame; const src = files.get(f.url.replace(site.origin, '')); 
        let snip = ''; if (src) { const line = String(src).split('\n')[f.lineNumber] ?? ''; snip = line.slice(Math.max(0,f.columnNumber-12), f.columnNumber + 50); }
        return `${f.functionName || '(anon)'} ${f.url.split('/').pop()} ${snip}`; };
      profile.samples!.forEach((id, i) => { const d = profile.timeDeltas![i]! / 1000; const n = byId.get(id)!; const k = name(n); selfs.set(k, (selfs.get(k) ?? 0) + d);
        const seen = new Set<string>(); for (let at: number | undefined = id; at; at = parent.get(at)) { const kk = name(byId.get(at)!); if (!seen.has(kk)) { seen.add(kk); totals.set(kk, (totals.get(kk) ?? 0) + d); } } });
    }
    await new Promise(r => setTimeout(r, 1500));
    await page.close();
  }
  await context.close();
}
console.log('shown', shownTimes.map(Math.round).join(' '), 'shift', shifts.map(s=>s.toFixed(3)).join(' '));
console.log(rafs);
const top = (m: Map<string, number>, n: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, n).forEach(([k, v]) => console.log((v / RUNS).toFixed(1).padStart(7), k));
console.log('SELF'); top(selfs, 45); console.log('TOTAL'); top(totals, 30);
await browser.close(); await site.close(); await host.kill();
