/** Runs the checks on what is edited, with the data that it shows. */
import { checkView } from '../../../../src/utils/editing/checks/checks';
import { loadPart, MissingPart } from '../../../../src/utils/parts';
import type { Editing } from '../view';

/** The data of the component as it is bound: fetched where it names its sources. */
async function dataOf({ element, ports }: Editing): Promise<unknown> {
  const { data } = element as { data?: unknown };
  if (data === undefined || data === null) return undefined;
  try {
    return await ports.engine.fetchData((typeof data === 'string' ? JSON.parse(data) : data) as object);
  } catch {
    return undefined; // data that is no JSON counts as none (§5)
  }
}

export async function look(editing: Editing): Promise<void> {
  const data = await dataOf(editing);
  const ids = new Set([...document.querySelectorAll('[id]')].map(({ id }) => id));
  for (;;) {
    const state = editing.session.snapshot.editor;
    if (!state) return;
    try {
      return editing.store.set({ findings: checkView(state.document, { data, ids }) });
    } catch (error) {
      if (!(error instanceof MissingPart)) throw error;
      await loadPart(error.part);
    }
  }
}
