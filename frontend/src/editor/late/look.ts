/** Runs the checks on what is edited, with the data that it shows. */
import { lintDocument, type Diagnostic } from '../../../../src/utils/editing/lint/lint';
import { requirementsOf } from '../../../../src/utils/template/requirements';
import { loadPathModules } from '../../frame/path-modules';
import type { Editing } from '../view';
import { checkContrast } from './contrast/contrast';

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

/** What is measured is what shows: the component draws in the next frame. A page that nobody sees draws nothing. */
const drawn = (): Promise<unknown> =>
  new Promise((resolve) =>
    document.hidden ? resolve(0) : requestAnimationFrame(() => requestAnimationFrame(resolve)),
  );

/** Whether something is wrong: of some things only who looks can tell. */
export const isCertain = ({ key }: Diagnostic): boolean => key !== 'check.contrast.unknown';

/** All that is found, in its order; who edits is told of what is certain. */
export async function look(editing: Editing): Promise<readonly Diagnostic[]> {
  const { stage, shell } = editing;
  const data = await dataOf(editing);
  await drawn();
  // What is isolated leads to places within it.
  const roots = [document, stage.content];
  const ids = new Set(roots.flatMap((root) => Array.from(root.querySelectorAll('[id]'), ({ id }) => id)));
  let state = editing.session.snapshot.editor;
  if (state && requirementsOf(state.text).includes('advancedPaths')) {
    await loadPathModules();
    // It may have been edited, or closed, meanwhile.
    state = editing.session.snapshot.editor;
  }
  if (!state) return [];
  const found = [
    ...lintDocument(state.document, { data, ids }),
    ...checkContrast(state.document, stage.content, shell.container),
  ];
  found.sort((one, other) => one.from - other.from || one.to - other.to);
  editing.store.set({ findings: found.filter(isCertain) });
  return found;
}
