import { launch } from '../tests/lib/browser';
import { COMPETITORS, openLanes, measure } from './lanes';
import { bundlePages, startServer } from './server';
const which = process.argv[2] ?? 'w2';
const server = await startServer(await bundlePages([...COMPETITORS, 'engine']));
const browser = await launch();
const lanes = await openLanes(browser, server);
const S = { count: 1000, batch: 'u' };
const job: any = which === 'w2' ? { mode: 'object', copies: 4, from: S, to: [1, 2, 3, 4].map((version) => ({ ...S, version })) }
 : which === 'w3' ? { mode: 'object', copies: 4, from: S, to: [{ count: 500, batch: 'u' }] }
 : { mode: 'object', copies: 100, to: [{ count: 12, batch: 'u' }] };
const n = which === 'w2' ? 16 : which === 'w3' ? 4 : 100;
for (const name of ['kit', 'limit']) {
  const lane = lanes.find((l) => l.name === name)!;
  const c = await lane.page.createCDPSession();
  for (let i = 0; i < 8; i++) { const s = await measure(lane, job); console.log(name, ((s.cpu - s.idle) / n).toFixed(3), (s.idle / n).toFixed(3)); }
  await c.send('Profiler.enable'); await c.send('Profiler.setSamplingInterval', { interval: 100 });
  const self = new Map<string, number>();
  for (let i = 0; i < 6; i++) {
    await lane.page.evaluate(`bench.prepare(${JSON.stringify(job)})`);
    await c.send('HeapProfiler.collectGarbage');
    await c.send('Profiler.start'); await lane.page.evaluate('bench.run()');
    const { profile } = await c.send('Profiler.stop');
    const by = new Map(profile.nodes.map((x) => [x.id, x]));
    profile.samples!.forEach((id, j) => { const x = by.get(id)!; const k = x.callFrame.functionName + ':' + x.callFrame.lineNumber + ':' + x.callFrame.columnNumber; self.set(k, (self.get(k) ?? 0) + profile.timeDeltas![j]!); });
  }
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 22)) console.log('  ', (v / 1000 / 6 / n).toFixed(4), 'ms', k);
}
await browser.close(); await server.close();
