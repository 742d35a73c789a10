/** What paths are picked from: the page's own data, or samples of the library's data sources, and what the page has registered. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ExternalDatasource } from '../../../../src/utils/external/definition';
import { registeredDatasources, registry, type Registered } from '../../../../src/utils/external/registry';
import { usePicker } from '../context';
import { useLoaded } from '../../ui-kit/load';
import { dataOf } from '../modes';

type Source = Pick<Registered<ExternalDatasource>, 'id' | 'sample' | 'properties' | 'required'>;

/** Whether a data source gives something without being told anything. */
const givesUnasked = ({ properties = {}, required = [] }: Source): boolean =>
  required.every((name) => properties[name]?.default !== undefined);

/**
 * Values of data sources by their ids: the sample that one has, else what it gives.
 * @param known what is there already, and stays
 */
export async function valuesOf(
  sources: readonly Source[],
  known: object,
  fetch: (settings: { readonly url: string }) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const wanted = sources.filter(
    (source) => !Object.hasOwn(known, source.id) && (source.sample !== undefined || givesUnasked(source)),
  );
  const values = wanted.map(async ({ id, sample }) => [id, sample ?? (await fetch({ url: `datasource:${id}` }))]);
  return Object.fromEntries((await Promise.all(values)) as [string, unknown][]);
}

function listen(hear: () => void): () => void {
  const { listeners } = registry();
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** What paths are picked from. */
export interface Offered {
  readonly data: object;
  /** Data sources that the page has registered and its data does not name: their values are here alone. */
  readonly unnamed: readonly string[];
}

/** Drawn anew when the page registers another data source. */
export function useData(): ReturnType<typeof useLoaded<Offered>> {
  const { shell, dependencies, options, catalog } = usePicker();
  const { library } = shell;
  // Of the options, data alone is of interest.
  const { data } = options;
  const registered = useSyncExternalStore(listen, () =>
    registeredDatasources()
      .map(({ id }) => id)
      .join('\n'),
  );
  const read = useCallback(async (): Promise<Offered> => {
    const given = dataOf(data);
    // A list has no sources: its entries are what paths begin with.
    if (Array.isArray(given)) return { data: (await dependencies.engine.fetchData(given)) as object, unnamed: [] };
    const known: object = given
      ? ((await dependencies.engine.fetchData(given)) as object)
      : Object.fromEntries((await catalog.dataSources(library)).map(({ key, sample }) => [key, JSON.parse(sample)]));
    const values = await valuesOf(registeredDatasources(), known, (settings) =>
      dependencies.engine.fetchData(settings),
    );
    return { data: { ...known, ...values }, unnamed: Object.keys(values) };
    // Which are registered is asked for when it is read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data, library, catalog, dependencies, registered]);
  return useLoaded(read);
}
