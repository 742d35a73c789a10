/** Runs the checks on the edited document, with its current data. */
import { lintDocument, type Diagnostic } from '../../../../../src/utils/editing/model/lint/lint';
import { requirementsOf } from '../../../../../src/utils/template/requirements';
import { loadPathModules } from '../../../ui-kit/path-modules';
import type { EditorController } from '../../types';
import { checkContrast } from './contrast/contrast';

/** The component's data, fetched if it names its sources. */
async function dataOf({ element, dependencies }: EditorController): Promise<unknown> {
  const { data } = element as { data?: unknown };
  if (data === undefined || data === null) return undefined;
  try {
    return await dependencies.engine.fetchData((typeof data === 'string' ? JSON.parse(data) : data) as object);
  } catch {
    return undefined; // invalid JSON counts as no data (§5)
  }
}

/** Waits until the component has rendered, in the next frame, since the checks measure it. Hidden pages do not render. */
const waitForRender = (): Promise<unknown> =>
  new Promise((resolve) =>
    document.hidden ? resolve(0) : requestAnimationFrame(() => requestAnimationFrame(resolve)),
  );

/** Whether a diagnostic is certain. Others need human judgment. */
export const isCertain = ({ key }: Diagnostic): boolean => key !== 'check.contrast.unknown';

/** Runs all checks. Returns their diagnostics in document order, and stores the certain ones. */
export async function runLint(controller: EditorController): Promise<readonly Diagnostic[]> {
  const { editableRoot, shell } = controller;
  const data = await dataOf(controller);
  await waitForRender();
  // Links within an isolated component refer to its own elements.
  const roots = [document, editableRoot.content];
  const ids = new Set(roots.flatMap((root) => Array.from(root.querySelectorAll('[id]'), ({ id }) => id)));
  let state = controller.session.snapshot.editor;
  if (state && requirementsOf(state.text).includes('advancedPaths')) {
    await loadPathModules();
    // The document may have changed or been closed meanwhile.
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
