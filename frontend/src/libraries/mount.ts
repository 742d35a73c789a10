/** Mounts the component list of a library within a shadow root. */
import type { Gateway } from '../../../src/utils/gateway/index';
import { graphqlCatalog } from '../../../src/utils/gateway/catalog/graphql';
import { graphqlOverview } from '../../../src/utils/gateway/overview/graphql';
import { renderRoot } from '../ui-kit/root';
import { loadLibrariesMessages } from './messages';
import { LibraryScreen } from './screen';
import style from './libraries.css?inline';

export interface LibraryOptions {
  readonly gateway: Pick<Gateway, 'client'>;
  readonly library: string;
  /** A language tag. */
  readonly language: string;
}

/** Renders the list. Resolves with a function that removes it. */
export async function mountLibrary(
  container: HTMLElement,
  { gateway: { client }, library, language }: LibraryOptions,
): Promise<() => void> {
  const messages = await loadLibrariesMessages(language);
  const { collections } = graphqlCatalog({ client });
  const { unmount } = await renderRoot(
    container,
    LibraryScreen,
    { library, messages, collections, overview: graphqlOverview(client), host: location.origin },
    style,
  );
  return unmount;
}
