/** What a palette inserts. */
import type { Words } from '../view';

/** What stands in an image until it has an address. */
const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='360'%3E%3Crect width='100%25' height='100%25' fill='%23d5d3e3'/%3E%3C/svg%3E";

/** Blocks that may be inserted: their names, and their HTML. */
export function palette(words: Words): readonly { label: string; html: string }[] {
  const { say } = words;
  const text = say('block.new');
  return [
    { label: say('block.paragraph'), html: `<p>${text}</p>` },
    { label: say('block.heading', { level: 2 }), html: `<h2>${text}</h2>` },
    { label: say('block.heading', { level: 3 }), html: `<h3>${text}</h3>` },
    { label: say('block.bullets'), html: `<ul><li>${text}</li></ul>` },
    { label: say('block.numbers'), html: `<ol><li>${text}</li></ol>` },
    { label: say('block.quote'), html: `<blockquote><p>${text}</p></blockquote>` },
    { label: say('block.code'), html: `<pre><code>${text}</code></pre>` },
    { label: say('block.image'), html: `<img src="${NO_IMAGE}" alt="">` },
    { label: say('block.rule'), html: '<hr>' },
  ];
}
