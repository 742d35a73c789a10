/** Runs the checks on what is edited, with the data that it shows. */
import { lintDocument, type Diagnostic } from '../../../../../src/utils/editing/model/lint/lint';
import { requirementsOf } from '../../../../../src/utils/template/requirements';
import { loadPathModules } from '../../../ui-kit/path-modules';
import type { EditorController } from '../../types';
import { checkContrast } from './contrast/contrast';

/** The data of the component as it is bound: fetched where it names its sources. */
async function dataOf({ element, dependencies }: EditorController): Promise<unknown> {
  const { data } = element as { data?: unknown };
  if (data === undefined || data === null) return undefined;
  try {
    return await dependencies.engine.fetchData((typeof data === 'string' ? JSON.parse(data) : data) as object);
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
export async function runLint(controller: EditorController): Promise<readonly Diagnostic[]> {
  const { editableRoot, shell } = controller;
  const data = await dataOf(controller);
  await drawn();
  // What is isolated leads to places within it.
  const roots = [document, editableRoot.content];
  const ids = new Set(roots.flatMap((root) => Array.from(root.querySelectorAll('[id]'), ({ id }) => id)));
  let state = controller.session.snapshot.editor;
  if (state && requirementsOf(state.text).includes('advancedPaths')) {
    await loadPathModules();
    // It may have been edited, or closed, meanwhile.
    state = controller.session.snapshot.editor;
  }
  if (!state) return [];
  const found = [
    ...lintDocument(state.document, { data, ids }),
    ...checkContrast(state.document, editableRoot.content, shell.container),
  ];
  found.sort((one, other) => one.from - other.from || one.to - other.to);
  controller.store.set({ diagnostics: found.filter(isCertain) });
  return found;
}
