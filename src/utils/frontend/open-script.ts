/** What an editor or picker needs before it opens: its context's gateway, and its script. */
import { frontendOf } from './addresses';
import type { InterfaceShell, Script, ScriptName } from './types';
import { scriptDependencies } from './engine';
import { MissingContextError } from './errors';
import { contextOf } from './find-context';
import { libraryOf, ownOrInherited } from './library';
import { loadScript } from './load';
import { messageOrigins } from './origins';
import type { Gateway } from '../gateway';

type ContextElement = HTMLElement & { connect(): Promise<Gateway> };

/**
 * Loads a script and mounts it.
 * @param extend creates the script's shell from the common members
 * @param isCurrent false if it is no longer needed: then nothing is mounted, and undefined is returned
 * @throws MissingContextError, ScriptError, ScriptVersionError
 */
export async function openScript<Shell extends InterfaceShell, Mounted>(
  name: ScriptName,
  basis: Pick<InterfaceShell, 'element' | 'container' | 'close'>,
  extend: (shell: InterfaceShell) => Shell,
  isCurrent: () => boolean,
): Promise<Mounted | undefined> {
  const { element } = basis;
  const context = contextOf(element) as ContextElement | undefined;
  if (!context) throw new MissingContextError(element.localName);
  await customElements.whenDefined('feaas-context');
  const frontend = frontendOf(ownOrInherited(element, 'frontend') ? element : context);
  const [gateway, script] = await Promise.all([context.connect(), loadScript<Script<Shell, Mounted>>(name, frontend)]);
  if (!isCurrent()) return undefined;
  const shell = extend({
    ...basis,
    gateway,
    library: libraryOf(element)!,
    frontend,
    origins: messageOrigins(context, frontend),
  });
  return script.mount(shell, scriptDependencies());
}
