import type { ContentService } from '../../content/content-service.js';
import type { Component } from '../../content/model.js';
import { paged } from './paged.js';

/** The pages of forks, sorted by the forks' names. Forks without a page are omitted. */
export async function pagesOfForks(
  { library, id }: Pick<Component, 'library' | 'id'>,
  contentService: Pick<ContentService, 'forks'>,
): Promise<readonly (readonly [version: string, page: string])[]> {
  const pages: (readonly [string, string])[] = [];
  const forks = paged((page) => contentService.forks(library, { ...page, component: id }));
  for await (const { version, page } of forks) if (page !== '') pages.push([version, page]);
  return pages.sort(([one], [other]) => (one < other ? -1 : 1));
}
