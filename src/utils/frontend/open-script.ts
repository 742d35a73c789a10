/** What editor and picker need before they show: their context's gateway and their script. */
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
 * @param extend makes a script's shell out of what all have.
 * @param wanted false once nobody waits any more: then nothing is mounted, and undefined is returned.
 * @throws MissingContextError, ScriptError, ScriptVersionError.
 */
export async function openScript<Shell extends InterfaceShell, Mounted>(
  name: ScriptName,
  basis: Pick<InterfaceShell, 'element' | 'container' | 'close'>,
  extend: (shell: InterfaceShell) => Shell,
  wanted: () => boolean,
): Promise<Mounted | undefined> {
  const { element } = basis;
  const context = contextOf(element) as ContextElement | undefined;
  if (!context) throw new MissingContextError(element.localName);
  await customElements.whenDefined('feaas-context');
  const frontend = frontendOf(ownOrInherited(element, 'frontend') ? element : context);
  const [gateway, script] = await Promise.all([context.connect(), loadScript<Script<Shell, Mounted>>(name, frontend)]);
  if (!wanted()) return undefined;
  const shell = extend({
    ...basis,
    gateway,
    library: libraryOf(element)!,
    frontend,
    origins: messageOrigins(context, frontend),
  });
  return script.mount(shell, scriptDependencies());
}
