/** Picks one of the library's themes for the component or for a block. */
import type { ReactNode } from 'react';
import { setTheme, themeOf, documentTheme } from '../../../../../src/utils/editing/model/commands/set-theme';
import { resolveElement } from '../../../../../src/utils/editing/model/syntax-tree';
import { useEditor, useEditorState } from '../context';
import { runAndAnnounce } from '../run-and-announce';
import { Picking } from './dialog';

export function ThemePanel(): ReactNode {
  const { controller } = useEditor();
  const panelNode = useEditorState((state) => state.panelNode);
  const stylesheet = useEditorState((state) => state.stylesheet);
  const syntaxTree = useEditorState(({ snapshot }) => snapshot.editor?.document);
  const { t } = controller.messages;
  const block = syntaxTree && panelNode !== undefined ? resolveElement(syntaxTree, panelNode) : undefined;
  if (!syntaxTree || (panelNode !== undefined && !block)) return null;
  const currentTheme = block ? themeOf(block) : documentTheme(syntaxTree);
  return (
    <Picking
      options={{ mode: 'theme', placeholder: t('tool.noTheme'), value: currentTheme ?? '' }}
      use={{ title: t(block ? 'block.theme' : 'tool.theme') }}
      take={({ value }) => {
        const name = stylesheet?.themes.find(({ className }) => className === value)?.name ?? t('tool.noTheme');
        runAndAnnounce(controller, setTheme(value || null, panelNode), name);
        return true;
      }}
    />
  );
}
