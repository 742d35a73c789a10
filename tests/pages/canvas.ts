/** A component of the page that is edited in place, on versions in memory, without the editor's chrome. */
import { createCanvas } from '../../frontend/src/editor/canvas/canvas';
import type { Canvas, ContentElement } from '../../frontend/src/editor/canvas/contract';
import { memoryVersions } from '../../src/utils/gateway/versions/memory';
import { NO_JOURNAL } from '../../src/utils/editing/session/journal';
import { createSession, type Session } from '../../src/utils/editing/session/session';
import type { Command } from '../../src/utils/editing/state';
import { undo, redo } from '../../src/utils/editing/commands/undo';
import { toggleMark } from '../../src/utils/editing/commands/toggle-mark';

const logged: string[] = [];
const chosen: number[] = [];
let session: Session;
let canvas: Canvas;
let component: ContentElement;

const commands: Record<string, Command> = { undo, redo, bold: toggleMark('bold') };

Object.assign(window, {
  logged,
  chosen,
  /** Shows a view with data, and opens it. */
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
      passes: () => false,
      name: () => crypto.randomUUID(),
      log: (message, error) => logged.push(`${message} ${String(error ?? '')}`),
      journal: NO_JOURNAL,
      now: () => Date.now(),
      changed: () => canvas?.show(),
    });
    await session.open({ library: 'lib', component: 'hero' });
    canvas = createCanvas({
      element: component,
      state: () => session.snapshot.editor!,
      run: (command) => session.run(command),
      dispatch: (transaction) => session.dispatch(transaction),
      moved() {},
      choose: (id) => chosen.push(id),
      paste: () => undefined,
    });
    await new Promise((resolve) => component.addEventListener('feaasRender', resolve, { once: true }));
  },
  text: () => session.snapshot.editor!.text,
  run: (name: string) => canvas.run(commands[name]!),
  focus: (point?: { x: number; y: number }) => canvas.focus(point),
  data: (data: unknown) => Object.assign(component, { data }),
  end: () => canvas.destroy(),
});
