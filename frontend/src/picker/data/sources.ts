/** The data for picking paths: the page's own or samples of the library, with the data sources that the page has registered. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ExternalDatasource } from '../../../../src/utils/external/definition';
import { registeredDatasources, registry, type Registered } from '../../../../src/utils/external/registry';
import { usePicker } from '../context';
import { useLoaded } from '../../ui-kit/load';
import { dataOf } from '../modes';

type Source = Pick<Registered<ExternalDatasource>, 'id' | 'sample' | 'properties' | 'required'>;

/** Whether a data source works without settings. */
const worksWithoutSettings = ({ properties = {}, required = [] }: Source): boolean =>
  required.every((name) => properties[name]?.default !== undefined);

/**
 * Values of data sources by their ids: their sample, else their fetched value.
 * @param existing existing data, which take precedence
 */
export async function valuesOf(
  sources: readonly Source[],
  existing: object,
  fetch: (settings: { readonly url: string }) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const available = sources.filter(
    (source) => !Object.hasOwn(existing, source.id) && (source.sample !== undefined || worksWithoutSettings(source)),
  );
  const values = available.map(async ({ id, sample }) => [id, sample ?? (await fetch({ url: `datasource:${id}` }))]);
  return Object.fromEntries((await Promise.all(values)) as [string, unknown][]);
}

function subscribe(onChange: () => void): () => void {
  const { listeners } = registry();
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The data that paths are picked from. */
export interface PickableData {
  readonly data: object;
  /** Registered data sources that are not in the page's data settings. Their values are only available in the picker. */
  readonly unnamed: readonly string[];
}

/** Loads the data. Loads again when the page registers another data source. */
export function useData(): ReturnType<typeof useLoaded<PickableData>> {
  const { shell, dependencies, options, catalog } = usePicker();
  const { library } = shell;
  // Only the data matters, not the other options.
  const { data } = options;
  const registered = useSyncExternalStore(subscribe, () =>
    registeredDatasources()
      .map(({ id }) => id)
      .join('\n'),
  );
  const read = useCallback(async (): Promise<PickableData> => {
    const pageData = dataOf(data);
    // A list has no named sources. Paths begin with its entries.
    if (Array.isArray(pageData))
      return { data: (await dependencies.engine.fetchData(pageData)) as object, unnamed: [] };
    const existing: object = pageData
      ? ((await dependencies.engine.fetchData(pageData)) as object)
      : Object.fromEntries((await catalog.dataSources(library)).map(({ key, sample }) => [key, JSON.parse(sample)]));
    const values = await valuesOf(registeredDatasources(), existing, (settings) =>
      dependencies.engine.fetchData(settings),
    );
    return { data: { ...existing, ...values }, unnamed: Object.keys(values) };
    // `registered` only triggers a reload. The sources are read in the callback.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data, library, catalog, dependencies, registered]);
  return useLoaded(read);
}
