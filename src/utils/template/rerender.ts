/** Rendering over existing content: updates it, hydrates it, or morphs it into the template's output. */
import type { CompiledTemplate } from './compile';
import type { RenderFrame } from './environment';
import { hydrate } from './hydrate';
import { morph } from './morph';
import { ownMembers } from './own-members';
import { DisplacedError } from './reconcile';
import { isContentIntact, type RenderedRoot } from './rendered-roots';
import { createInstance, updateInstance, type TemplateInstance } from './template-instance';

/**
 * Renders a template over existing content. If its nodes are not in the root afterwards, the caller inserts them.
 * @param previous the kit's last render in the root
 */
export function rerender(
  root: Element,
  template: CompiledTemplate,
  frame: RenderFrame,
  previous: RenderedRoot | undefined,
): TemplateInstance {
  const { env } = frame;
  const own = ownMembers(root);
  if (previous?.template === template && isContentIntact(own, previous)) {
    const previousEnv = previous.frame.env;
    if (previousEnv.hooks || previousEnv.language !== env.language) env.comparesValues = false;
    try {
      updateInstance(previous.instance, frame);
      return previous.instance;
    } catch (error) {
      // An extension of the browser, or a script, has removed or wrapped items of a list.
      if (!(error instanceof DisplacedError)) throw error;
    }
  }
  const instance = createInstance(template, frame);
  if (env.missing || !own.firstChild) return instance;
  if (previous || !hydrate(instance, root, frame)) morph(instance, root, frame);
  return instance;
}
