/** Keys that do what tools do, for those who look for them. */
import type { ReactNode } from 'react';
import type { MessageKey } from '../../../../src/utils/editing/messages/messages';
import { useEditor } from './context';
import { Modal } from './modal';

/** What is done, and the keys that do it together. */
const SHORTCUTS: readonly (readonly [label: MessageKey, ...keys: string[]])[] = [
  ['save.save', 'Control', 'S'],
  ['tool.undo', 'Control', 'Z'],
  ['tool.redo', 'Control', 'Y'],
  ['tool.bold', 'Control', 'B'],
  ['tool.italic', 'Control', 'I'],
  ['tool.underline', 'Control', 'U'],
  ['tool.link', 'Control', 'K'],
  ['keys.cross', 'F6'],
  ['block.up', 'Alt', 'Shift', '↑'],
  ['block.down', 'Alt', 'Shift', '↓'],
  ['block.duplicate', 'Alt', 'Shift', 'D'],
  ['keys.title', 'Control', '/'],
  ['action.close', 'Esc'],
];

export function ShortcutsPanel(): ReactNode {
  const { t } = useEditor().controller.messages;
  const isApple = /^(?:Mac|iP)/.test(navigator.platform);
  const nameOf = (key: string): string => {
    if (key === 'Control') return isApple ? '⌘' : t('keys.control');
    return key === 'Shift' ? t('keys.shift') : key;
  };
  return (
    <Modal title={t('keys.title')}>
      <dl className="keys" tabIndex={0} aria-label={t('keys.title')}>
        {SHORTCUTS.map(([label, ...keys]) => (
          <div key={label} className="keys__row">
            <dt>{t(label)}</dt>
            <dd className="keys__keys" dir="ltr">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {nameOf(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
