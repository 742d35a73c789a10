/** Libraries of any size, as files for `feaas-host import`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const LIBRARY = 'load';

/** A view of about 1.3 kB, like a card of a site. */
export const viewOf = (index: number): string =>
  `<section class="card" data-path-scope="cards">
  <h2 data-path="cards.*.title">Card ${index}</h2>
${`  <p class="text" data-path="cards.*.text">Every word of number ${index} stands here until the data comes.</p>\n`.repeat(12)}</section>\n`;

export const nameOf = (index: number): string => `card-${index}`;

/** The path of a published component at the host, and of its file in the library folder. */
export const pageOf = (index: number): string => `/components/${LIBRARY}/${nameOf(index)}/responsive/published.html`;
export const fileOf = (index: number): string => `components/${nameOf(index)}/responsive.html`;

/** Writes a library with this number of components. */
export async function writeLibrary(folder: string, components: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'library.json'), JSON.stringify({ id: LIBRARY, name: 'Load' }));
  for (let index = 0; index < components; index++) {
    await mkdir(join(folder, 'components', nameOf(index)), { recursive: true });
    await writeFile(join(folder, fileOf(index)), viewOf(index));
  }
}
