/** The items of the main menu: views, tools that do not fit into the toolbar, and destructive actions at the end. */
import { can } from '../../../../src/utils/editing/session/snapshot';
import type { EditorController, PanelName } from '../types';
import type { MenuItem } from './menu-list';
import { runWithPart } from './missing-part';
import { currentToolbarWidth } from './toolbar-width';

export function mainMenuItems(controller: EditorController): readonly MenuItem[] {
  const { messages, store } = controller;
  const { t } = messages;
  const { snapshot, stylesheet, panel, areBindingsShown } = store.getState();
  const allowed = can(snapshot);
  const reasonFor = (isAllowed: boolean, reason: 'menu.unchanged' | 'menu.notForked'): string | undefined =>
    isAllowed ? undefined : t(snapshot.busy ? 'menu.busy' : reason);
  const toggle = (name: PanelName) => (): void => store.set({ panel: panel === name ? null : name });
  const narrowItems: readonly MenuItem[] =
    currentToolbarWidth() === 'wide'
      ? []
      : [
          {
            label: t('tool.data'),
            checked: areBindingsShown,
            isSwitch: true,
            hasSeparator: true,
            choose: () => store.set({ areBindingsShown: !areBindingsShown }),
          },
          { label: t('tool.width'), choose: toggle('preview') },
          { label: t('tool.checks'), choose: toggle('checks') },
          ...(stylesheet?.themes.length
            ? [{ label: t('tool.theme'), choose: () => store.set({ panel: 'theme', panelNode: undefined }) }]
            : []),
        ];
  return [
    { label: t('tool.history'), choose: toggle('history') },
    { label: t('tool.forks'), choose: toggle('forks') },
    { label: t('tool.schedule'), choose: toggle('schedule') },
    {
      label: t('tool.preview'),
      choose: () =>
        runWithPart(controller, 'preview', import('./preview-page'), ({ openPreview }) => openPreview(controller)),
    },
    { label: t('tool.previewLinks'), choose: toggle('previewLinks') },
    { label: t('keys.title'), shortcut: 'shortcuts', choose: toggle('keys') },
    { label: t('language.title'), choose: toggle('language') },
    ...narrowItems,
    {
      label: t('action.discard'),
      hasSeparator: true,
      isDestructive: true,
      disabledReason: reasonFor(allowed.discard, 'menu.unchanged'),
      choose: () => void (controller.discard() && controller.announce(t('status.discarded'))),
    },
    {
      label: t('action.unfork'),
      isDestructive: true,
      disabledReason: reasonFor(allowed.unfork, 'menu.notForked'),
      choose: () => void controller.unfork(),
    },
  ];
}
