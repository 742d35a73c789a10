/** Rendering where content is there already: it is updated, taken over, or becomes what the template makes now. */
import type { CompiledTemplate } from './compile';
import type { RenderFrame } from './environment';
import { hydrate } from './hydrate';
import { morph } from './morph';
import { isLeftAlone, type RenderedRoot } from './rendered-roots';
import { createInstance, updateInstance, type TemplateInstance } from './template-instance';

/**
 * Renders a template where something is shown, or was. What is not in the root afterwards is to be inserted there.
 * @param was what the kit has rendered there.
 */
export function rerender(
  root: Element,
  template: CompiledTemplate,
  frame: RenderFrame,
  was: RenderedRoot | undefined,
): TemplateInstance {
  const { env } = frame;
  if (was?.template === template && isLeftAlone(root, was)) {
    const before = was.frame.env;
    if (before.hooks || before.language !== env.language) env.comparesValues = false;
    updateInstance(was.instance, frame);
    return was.instance;
  }
  const instance = createInstance(template, frame);
  if (env.missing || !root.firstChild) return instance;
  if (was || !hydrate(instance, root, frame)) morph(instance, root, frame);
  return instance;
}
