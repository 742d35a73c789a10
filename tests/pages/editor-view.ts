/** A component that is edited in place, with a version store in memory and without the editor UI. */
import { createTextEditor } from '../../frontend/src/editor/view/text/quill';
import { createEditorView } from '../../frontend/src/editor/view/editor-view';
import type { ContentElement, EditorView } from '../../frontend/src/editor/view/types';
import { memoryVersions } from '../../src/utils/gateway/versions/memory';
import { NO_JOURNAL } from '../../src/utils/editing/session/journal';
import { createSession, type Session } from '../../src/utils/editing/session/session';
import type { Command } from '../../src/utils/editing/model/state';
import { undo, redo } from '../../src/utils/editing/model/commands/undo';
import { toggleMark } from '../../src/utils/editing/model/commands/toggle-mark';

const logged: string[] = [];
const chosen: number[] = [];
let session: Session;
let editorView: EditorView;
let component: ContentElement;

const commands: Record<string, Command> = { undo, redo, bold: toggleMark('bold') };

Object.assign(window, {
  logged,
  chosen,
  /** Renders markup with data, and opens the editor. */
  async edit(view: string, data: unknown): Promise<void> {
    component = document.createElement('feaas-component') as ContentElement;
    Object.assign(component, { template: view, data });
    document.querySelector('main')!.append(component);
    await (component as unknown as { whenRendered(): Promise<void> }).whenRendered();
    const store = memoryVersions({ components: ['lib/hero'] });
    await store.save('lib/hero/responsive', view, { expectedRevision: 0 });
    session = createSession({
      store: async () => store,
      loaded: async () => {},
      confirm: async () => true,
      restore() {},
      wait: async () => {},
      isTransient: () => false,
      name: () => crypto.randomUUID(),
      log: (message, error) => logged.push(`${message} ${String(error ?? '')}`),
      journal: NO_JOURNAL,
      now: () => Date.now(),
      changed: () => editorView?.show(),
    });
    await session.open({ library: 'lib', component: 'hero' });
    editorView = createEditorView({
      element: component,
      createTextEditor,
      state: () => session.snapshot.editor!,
      run: (command) => session.run(command),
      dispatch: (transaction) => session.dispatch(transaction),
      moved() {},
      choose: ({ id }) => chosen.push(id),
      composing() {},
      paste: () => undefined,
    });
    await new Promise((resolve) => component.addEventListener('feaasRender', resolve, { once: true }));
  },
  text: () => session.snapshot.editor!.text,
  run: (name: string) => editorView.run(commands[name]!),
  focus: (point?: { x: number; y: number }) => editorView.focus(point),
  data: (data: unknown) => Object.assign(component, { data }),
  end: () => editorView.destroy(),
});
