/** Libraries of any size, as files that `feaas-host import` takes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const LIBRARY = 'load';

/** About 1.3 kB, as a card of a site has it. */
export const viewOf = (index: number): string =>
  `<section class="card" data-path-scope="cards">
  <h2 data-path="cards.*.title">Card ${index}</h2>
${`  <p class="text" data-path="cards.*.text">Every word of number ${index} stands here until the data comes.</p>\n`.repeat(12)}</section>\n`;

export const nameOf = (index: number): string => `card-${index}`;

/** Path of a component's published page at the host, and of its file in the library's folder. */
export const pageOf = (index: number): string => `/components/${LIBRARY}/${nameOf(index)}/responsive/published.html`;
export const fileOf = (index: number): string => `components/${nameOf(index)}/responsive.html`;

/** Writes a library with so many components. */
export async function writeLibrary(folder: string, components: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'library.json'), JSON.stringify({ id: LIBRARY, name: 'Load' }));
  for (let index = 0; index < components; index++) {
    await mkdir(join(folder, 'components', nameOf(index)), { recursive: true });
    await writeFile(join(folder, fileOf(index)), viewOf(index));
  }
}
