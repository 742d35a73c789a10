import type { Page, PageRequest } from '../../content/content-service.js';

const PAGE_SIZE = 100;

/** Yields all items, page by page. */
export async function* paged<Item>(read: (page: PageRequest) => Promise<Page<Item>>): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page = await read({ first: PAGE_SIZE, ...(after === undefined ? {} : { after }) });
    yield* page.items;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
