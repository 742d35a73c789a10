/** The library's themes, for the component or for a block of it. */
import type { ReactNode } from 'react';
import { setTheme, themeOf, documentTheme } from '../../../../../src/utils/editing/commands/set-theme';
import { resolveElement } from '../../../../../src/utils/editing/syntax-tree';
import { useChrome, useView } from '../../chrome/context';
import { perform } from '../../chrome/perform';
import { Picking } from './dialog';

export function ThemePanel(): ReactNode {
  const { editing } = useChrome();
  const { about, snapshot, stylesheet } = useView();
  const { say } = editing.words;
  const view = snapshot.editor?.document;
  const block = view && about !== undefined ? resolveElement(view, about) : undefined;
  if (!view || (about !== undefined && !block)) return null;
  const now = block ? themeOf(block) : documentTheme(view);
  return (
    <Picking
      options={{ mode: 'theme', placeholder: say('tool.noTheme'), value: now ?? '' }}
      use={{ title: say(block ? 'block.theme' : 'tool.theme') }}
      take={({ value }) => {
        const name = stylesheet?.themes.find(({ className }) => className === value)?.name ?? say('tool.noTheme');
        perform(editing, setTheme(value || null, about), name);
        return true;
      }}
    />
  );
}
